const maxCharacters = 160

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Returns the beginning of the text of a post's HTML in one line. The HTML is ours, and may end inside a tag. */
export function firstWords(html: string): string {
  const text = html
    .replace(/<[^>]*>?/g, tag => (isInline.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(text).slice(0, maxCharacters).join('')
}

/** Tags that do not separate words. */
const isInline = /^<\/?(?:a|b|code|del|em|i|s|span|strong|u)\b/
