import { isRecord } from '../values/keys.js'
import { codeBlock } from './code-marks.js'
import { isSeen, listOf, type ReportIgnored, stringIn } from './element.js'
import { inlineText, plainText } from './rich-text-inline.js'

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
