import { link, plain, truncate } from '../markdown.js'

/** The tags that cards may have. Text in between is shown as written. */
const piece =
  /<a\s[^<>]{0,20}?href="([^"<>]{1,2000})"[^<>]{0,200}>([^<>]{0,2000})<\/a>|<(\/?)(\w{1,10})[^<>]{0,200}>/gi

const marks: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '_',
  em: '_',
  s: '~~',
  strike: '~~',
  del: '~~',
}

/** Returns the text of a card's widget as markdown on as many lines. It mentions nobody. */
export function htmlToMarkdown(html: string, most: number): string {
  return truncate(html, most)
    .replace(/<li\b[^<>]{0,200}>/gi, '\n• ')
    .replace(/<\/?(?:ul|ol)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/li>/gi, '')
    .split(/<br\s{0,5}\/?>|\r\n|\n/i)
    .map(lineToMarkdown)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A mark counts only around a piece without other tags, so that marks are always in pairs. */
function lineToMarkdown(line: string): string {
  let written = ''
  let from = 0
  let opened = ''
  for (const found of line.matchAll(piece)) {
    const [tag, address, label = '', slash, name = ''] = found
    const text = line.slice(from, found.index)
    written += slash === '/' && name.toLowerCase() === opened ? marked(text, opened) : shown(text)
    if (address !== undefined) written += link(decoded(label), decoded(address))
    opened = slash === '' && address === undefined ? name.toLowerCase() : ''
    from = found.index + tag.length
  }
  return written + shown(line.slice(from))
}

function marked(text: string, tag: string): string {
  const mark = Object.hasOwn(marks, tag) ? marks[tag] : ''
  return shown(text).replace(/\S(?:.*\S)?/, all => `${mark}${all}${mark}`)
}

/** Keeps the spaces around a text, because other pieces follow. */
function shown(text: string): string {
  const [before = ''] = /^\s/.exec(text) ?? []
  const [after = ''] = /\s$/.exec(text) ?? []
  const words = plain(decoded(text), 8000)
  return words === '' ? before : `${before && ' '}${words}${after && ' '}`
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

function decoded(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|#39|nbsp);/g, entity => entities[entity] ?? entity)
}
