import { markdownLink } from '../text/link.js'
import { isRecord } from '../values/keys.js'
import { isSeen, listOf, type ReportIgnored, stringIn } from './element.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { broadcast } from './mrkdwn.js'

type Part = Record<string, unknown>

const spacesPerIndent = 4
/** The deepest indentation in Slack. */
const maxIndent = 8

/** Returns a `rich_text` block, or a cell of a table, as markdown: sections, lists, quotes and preformatted text, in order. */
export function richText({ elements }: Part, report: ReportIgnored): string {
  let markdown = ''
  let before = ''
  for (const [index, part] of listOf(elements).entries()) {
    const type = isRecord(part) ? stringIn(part.type) : ''
    const written = isRecord(part) ? writePart(type, part) : ''
    if (!isSeen(written)) {
      if (written === '' && !isKnown(type)) report(`.elements[${index}]`, type)
      continue
    }
    const isSameList = type === 'rich_text_list' && before === type
    markdown += (markdown === '' ? '' : isSameList ? '\n' : '\n\n') + written
    before = type
  }
  return markdown
}

const isKnown = (type: string) => writers.has(type)

const writers: ReadonlyMap<string, (part: Part) => string> = new Map([
  ['rich_text_section', ({ elements }: Part) => inlineText(elements).trim()],
  ['rich_text_quote', ({ elements }: Part) => prefixed(inlineText(elements).trim(), '> ')],
  ['rich_text_preformatted', preformatted],
  ['rich_text_list', list],
])

function preformatted({ elements }: Part): string {
  const text = plainText(elements)
  return text === '' ? '' : codeBlock(text)
}

function writePart(type: string, part: Part): string {
  return writers.get(type)?.(part) ?? ''
}

/** Returns a list, nested by `indent`. Consecutive lists form one. */
function list({ elements, style, indent, offset }: Part): string {
  const margin = ' '.repeat(spacesPerIndent * Math.min(wholeNumber(indent), maxIndent))
  const first = 1 + wholeNumber(offset)
  return listOf(elements)
    .map((item, index) => {
      const mark = style === 'ordered' ? `${first + index}. ` : '- '
      const words = isRecord(item) ? inlineText(item.elements).trim() : ''
      return margin + mark + words.replaceAll('\n', `\n${margin}${' '.repeat(mark.length)}`)
    })
    .join('\n')
}

function wholeNumber(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0
}

function prefixed(text: string, prefix: string): string {
  return text === '' ? '' : prefix + text.replaceAll('\n', `\n${prefix}`)
}

type Inline = Record<string, unknown>

/** Returns the elements of a rich text section as one line of markdown, with styles. */
export function inlineText(elements: unknown): string {
  const parts: string[] = []
  let last = ''
  let isMarked = false
  let wasEmoji = false
  for (const each of listOf(elements)) {
    const next = isRecord(each) ? styled(each) : { markdown: '', isMarked: false }
    if (next.markdown === '') continue
    const isEmoji = isRecord(each) && each.type === 'emoji'
    const touches = isEmoji
      ? !wasEmoji && /[A-Za-z0-9:]$/.test(last)
      : wasEmoji && /^:?[A-Za-z0-9]/.test(next.markdown)
    if (touches) next.markdown = zeroWidthSpace + next.markdown // otherwise the code is part of the word
    wasEmoji = isEmoji
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
function plainText(elements: unknown): string {
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

/** Returns a code block that shows `text`, whatever backticks it contains. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.endsWith('\n') ? text.slice(0, -1) : text}\n${fence}`
}

/** Returns inline code that shows `text`. */
function codeSpan(text: string): string {
  const longest = longestRun(text)
  const marks = '`'.repeat(longest + 1)
  return longest === 0 ? marks + text + marks : `${marks} ${text} ${marks}`
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
