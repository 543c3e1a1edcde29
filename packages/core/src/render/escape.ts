import { decodeEntities } from '../text/tags.js'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, character => entities[character] as string) : text
}

/**
 * Escapes an attachment's plain text for HTML. Slack's senders write `&`, `<` and `>` as entities in every text. Markdown
 * decodes them anyway, and titles and footers must read the same.
 */
export function plainHtml(text: string): string {
  return escapeHtml(decodeEntities(text))
}
