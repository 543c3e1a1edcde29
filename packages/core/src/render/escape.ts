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

const textOfHtmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Elements within a line. All others end a word. */
const inline = /^<\/?(?:a|b|code|del|em|i|mark|s|span|strong)[\s>]/

/**
 * Returns the text of a post's HTML in one line, cut after `most` characters. Only for the HTML that this package renders:
 * it escapes `<` and `>` everywhere except around tags. It may end inside a tag.
 */
export function textOfHtml(html: string, most: number): string {
  const words = html
    .replace(/<[^>]*>?/g, tag => (inline.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => textOfHtmlEntities[name] as string)
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(words).slice(0, most).join('')
}
