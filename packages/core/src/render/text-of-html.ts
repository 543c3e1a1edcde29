const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Elements within a line. All others end a word. */
const inline = /^<\/?(?:a|b|code|del|em|i|mark|s|span|strong)[\s>]/

/**
 * Returns the text of a post's HTML in one line, cut after `most` characters. Only for the HTML that this package renders:
 * it escapes `<` and `>` everywhere except around tags. It may end inside a tag.
 */
export function textOfHtml(html: string, most: number): string {
  const words = html
    .replace(/<[^>]*>?/g, tag => (inline.test(tag) ? '' : ' '))
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] as string)
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(words).slice(0, most).join('')
}
