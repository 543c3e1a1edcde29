import { markdownLink } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { codeSpan } from './code-marks.js'
import { listOf, stringIn } from './element.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { broadcast } from './tags.js'

type Inline = Record<string, unknown>

/** Returns the elements of a rich text section as one line of markdown, with styles. */
export function inlineText(elements: unknown): string {
  const parts: string[] = []
  let last = ''
  let isMarked = false
  for (const each of listOf(elements)) {
    const next = isRecord(each) ? styled(each) : { markdown: '', isMarked: false }
    if (next.markdown === '') continue
    if (next.markdown.startsWith('[') && last.endsWith('!')) parts.push(`${parts.pop()?.slice(0, -1)}\\!`) // otherwise it is an image
    last = gapBetween(last, isMarked, next) + next.markdown
    parts.push(last)
    isMarked = next.isMarked
  }
  return parts.join('')
}

type Written = { markdown: string; isMarked: boolean }

/** Separates marks from letters by a zero-width space where markdown would not read them as marks. */
function gapBetween(
  before: string,
  isMarked: boolean,
  { markdown: after, isMarked: isNextMarked }: Written,
): string {
  if (!isMarked && !isNextMarked) return ''
  const [last = ' ', first = ' '] = [before.at(-1), after[0]]
  const isApart = /\s/.test(last) || /\s/.test(first)
  const isEnding = (character: string, marked: boolean) =>
    !marked && /[^\p{L}\p{N}\s*_~`\uD800-\uDFFF]/u.test(character)
  return isApart || isEnding(last, isMarked) || isEnding(first, isNextMarked) ? '' : zeroWidthSpace
}

const zeroWidthSpace = '\u200b'

/** Returns the elements without styles, as preformatted text shows them. */
export function plainText(elements: unknown): string {
  return listOf(elements)
    .map(each => (isRecord(each) ? plain(each) : ''))
    .join('')
}

const marks = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
] as const

/** Moves spaces outside the marks, because a mark with a space on its inner side is plain text. */
function styled(element: Inline): Written {
  const style = isRecord(element.style) ? element.style : {}
  const isCode = style.code === true && element.type === 'text'
  const whole = isCode ? codeSpan(stringIn(element.text)) : written(element)
  const inside = whole.trim()
  const meant = marks.filter(([name]) => style[name] === true)
  if (inside === '' || meant.length === 0) return { markdown: whole, isMarked: isCode && inside !== '' }
  const from = whole.indexOf(inside)
  const marked = meant.reduce((text, [, mark]) => mark + text + mark, inside)
  return { markdown: whole.slice(0, from) + marked + whole.slice(from + inside.length), isMarked: true }
}

function written(element: Inline): string {
  if (element.type !== 'link') return escapeUnlessOurs(element)
  const url = stringIn(element.url)
  const label = stringIn(element.text) || url
  return url === '' ? escapeMarkdown(label, true) : markdownLink(escapeLabel(label), url)
}

function escapeUnlessOurs(element: Inline): string {
  const text = plain(element)
  return element.type === 'text' || element.type === 'date' ? escapeMarkdown(text, true) : text
}

/** Returns an element's text. Slack sends users, groups and channels as ids, which only Slack can resolve, so the ids are shown. */
function plain(element: Inline): string {
  switch (element.type) {
    case 'text':
      return stringIn(element.text)
    case 'link':
      return stringIn(element.text) || stringIn(element.url)
    case 'emoji':
      return `:${stringIn(element.name)}:`
    case 'broadcast':
      return broadcast(element.range) ?? ''
    case 'user':
      return `@${stringIn(element.user_id)}`
    case 'usergroup':
      return `@${stringIn(element.usergroup_id)}`
    case 'channel':
      return `#${stringIn(element.channel_id)}`
    case 'date':
      return stringIn(element.fallback) || dateOf(element.timestamp)
    case 'color':
      return stringIn(element.value)
    default:
      return stringIn(element.text)
  }
}

/** JavaScript has no dates beyond the year 275760. */
function dateOf(seconds: unknown): string {
  const timeMs = Number(seconds) * 1000
  return Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : ''
}
