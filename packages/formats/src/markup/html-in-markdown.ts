import { readHtml } from './html.js'
import { writeMarkup } from './write.js'

const maxFragment = 10_000

/** Elements whose content is HTML, not Markdown. */
const fragment = /<(table|ul|ol|pre|blockquote)\b[^<>]*>[\s\S]*?<\/\1\s*>/

/** The elements of HTML. Other words in angle brackets, such as `List<String>`, are text. */
const tag =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)(a|abbr|at|b|big|body|br|center|cite|code|dd|del|details|dfn|div|dl|dt|em|figure|font|h[1-6]|hr|html|i|img|input|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)\b([^<>]{0,3000})>/

const either = new RegExp(`${fragment.source}|${tag.source}`, 'gi')

/** Writes the HTML in a text of Markdown as Markdown. Tags without a counterpart are removed. */
export function withoutTags(prose: string): string {
  const addresses: string[] = []
  return prose.replace(either, (html, element?: string, end?: string, name?: string, attributes = '') => {
    if (element !== undefined) return `\n\n${writeMarkup(readHtml(html), maxFragment)}\n\n`
    if (name?.toLowerCase() === 'a') return anchor(addresses, end === '/', attributes)
    return name === undefined ? '' : markFor(name.toLowerCase(), end === '/', attributes)
  })
}

function anchor(addresses: string[], isEnd: boolean, attributes: string): string {
  if (!isEnd) addresses.push(attribute(attributes, 'href'))
  const address = addresses.at(-1) ?? ''
  if (isEnd) addresses.pop()
  if (address === '') return ''
  return isEnd ? `](<${address}>)` : '['
}

const marks: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', summary: '**', i: '*', em: '*', del: '~~', s: '~~', strike: '~~' },
  ...{ code: '`', kbd: '`', samp: '`', tt: '`' },
}
const breaks: Readonly<Record<string, string>> = { br: '\n', p: '\n\n', div: '\n\n', hr: '\n\n', tr: '\n' }

function markFor(name: string, isEnd: boolean, attributes: string): string {
  if (name === 'summary') return isEnd ? '**\n\n' : '\n\n**'
  if (/^h\d$/.test(name)) return isEnd ? '\n\n' : '\n\n### '
  if (Object.hasOwn(marks, name)) return marks[name] ?? ''
  if (Object.hasOwn(breaks, name)) return breaks[name] ?? ''
  if (name === 'li') return isEnd ? '' : '\n- '
  return name === 'img' ? image(attributes) : ''
}

function image(attributes: string): string {
  const name = attribute(attributes, 'alt').replaceAll(/[[\]]/g, '')
  const address = attribute(attributes, 'src')
  return address === '' ? name : `[${name || 'image'}](<${address}>)`
}

function attribute(attributes: string, name: string): string {
  return new RegExp(`\\b${name}\\s*=\\s*["']([^"'<>\\n]{0,2000})["']`, 'i').exec(attributes)?.[1] ?? ''
}
