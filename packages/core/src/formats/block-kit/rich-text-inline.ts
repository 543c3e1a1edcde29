import { isRecord } from '../../payload/keys.js'
import { markdownLink } from '../../text/link.js'
import { codeSpan } from './code-marks.js'
import { listOf, stringIn } from './element.js'
import { escapeMarkdown } from './escape-markdown.js'
import { broadcast } from './tags.js'

type Inline = Record<string, unknown>

/** The elements of a rich text's section in one line of markdown, styles included. */
export function inlineText(elements: unknown): string {
  return listOf(elements)
    .map(each => (isRecord(each) ? styled(each) : ''))
    .join('')
}

/** The same without styles, as preformatted text shows them. */
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

/** A mark has no space on its inner side, or it would be none: spaces go outside. */
function styled(element: Inline): string {
  const style = isRecord(element.style) ? element.style : {}
  const isCode = style.code === true && element.type === 'text'
  const whole = isCode ? codeSpan(stringIn(element.text)) : written(element)
  const inside = whole.trim()
  if (inside === '') return whole
  const from = whole.indexOf(inside)
  const marked = marks.reduce(
    (text, [name, mark]) => (style[name] === true ? mark + text + mark : text),
    inside,
  )
  return whole.slice(0, from) + marked + whole.slice(from + inside.length)
}

function written(element: Inline): string {
  if (element.type !== 'link') return escapeUnlessOurs(element)
  const url = stringIn(element.url)
  const label = stringIn(element.text) || url
  return url === '' ? escapeMarkdown(label) : markdownLink(escapeMarkdown(label), url)
}

function escapeUnlessOurs(element: Inline): string {
  return element.type === 'text' || element.type === 'date' ? escapeMarkdown(plain(element)) : plain(element)
}

/** What it says. Of users, groups and channels Slack sends ids, which nobody here knows: they are shown as such. */
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

/** Beyond the year 275760 JavaScript has no date. */
function dateOf(seconds: unknown): string {
  const timeMs = Number(seconds) * 1000
  return Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : ''
}
