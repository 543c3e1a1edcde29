import { meantBy } from '../text/tags.js'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, character => entities[character] as string) : text
}

/**
 * Plain text of an attachment for HTML. Slack has its senders write `&`, `<` and `>` as entities in every text; markdown
 * reads them anyway, and in a title or a footer they mean the same.
 */
export function plainHtml(text: string): string {
  return escapeHtml(meantBy(text))
}
