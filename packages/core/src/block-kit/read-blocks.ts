import { includesText } from '../text/includes-text.js'
import { inOneLine, markdownLink } from '../text/link.js'
import { cleanText } from '../values/clean.js'
import { isRecord } from '../values/keys.js'
import { ignore, type Notes } from '../values/notes.js'
import {
  element,
  image,
  isSeen,
  label,
  line,
  listOf,
  type ReportIgnored,
  stringIn,
  words,
} from './element.js'
import { escapeLabel, escapeMarkdown } from './escape-markdown.js'
import { richText } from './rich-text.js'

/**
 * Returns Slack's Block Kit as markdown, with one or more paragraphs per block, in order. Blocks never make a payload
 * unreadable: menus and unknown kinds of blocks are recorded as ignored, with their type.
 * @param at the path of the blocks, for the sender: `blocks`, `attachments[0].blocks`
 */
export function readBlocks(value: unknown, at: string, notes: Notes): string {
  if (!Array.isArray(value)) {
    ignore(notes, at)
    return ''
  }
  const paragraphs = value.map((block, index) => readBlock(block, `${at}[${index}]`, notes))
  return cleanText(paragraphs.filter(isSeen).join('\n\n'))
}

function readBlock(block: unknown, at: string, notes: Notes): string {
  const report: ReportIgnored = (inside, type) =>
    ignore(notes, `${at}${inside}${typeof type === 'string' ? ` (${type})` : ''}`)
  if (!isRecord(block)) {
    report('', undefined)
    return ''
  }
  const write = typeof block.type === 'string' ? blocksByType.get(block.type) : undefined
  const written = (write ?? unknownBlock)(block, report)
  if (!isSeen(written) || !write) report('', block.type)
  return written
}

/** Shows at least the text of an unknown block, since Slack adds new kinds. */
function unknownBlock(block: Record<string, unknown>): string {
  return words(block.text)
}

type Block = Record<string, unknown>

/** Writes one block as markdown. */
type WriteBlock = (block: Block, report: ReportIgnored) => string

/** The blocks of Slack's reference that a post can show. `file`, `input` and `call` mean nothing outside Slack. */
const blocksByType: ReadonlyMap<string, WriteBlock> = new Map<string, WriteBlock>([
  ['header', ({ text }) => heading(line(text))],
  ['section', section],
  ['context', (block, report) => row(block, ' ', report)],
  ['actions', (block, report) => row(block, ' · ', report)],
  ['context_actions', (block, report) => row(block, ' · ', report)],
  ['divider', () => '---'],
  ['image', titledImage],
  ['markdown', ({ text }) => stringIn(text)],
  ['rich_text', richText],
  ['table', table],
  ['video', video],
])

function heading(title: string): string {
  return title === '' ? '' : `### ${title.replace(/ (#+)$/, ' \\$1')}`
}

function section({ text, fields, accessory }: Block, report: ReportIgnored): string {
  const parts = [words(text), ...listOf(fields).map(words), element(accessory, '.accessory', report)]
  return parts.filter(isSeen).join('\n\n')
}

function row({ elements }: Block, between: string, report: ReportIgnored): string {
  return listOf(elements)
    .map((each, index) => element(each, `.elements[${index}]`, report))
    .filter(isSeen)
    .join(between)
}

function titledImage(block: Block): string {
  const picture = image(block)
  return picture === '' ? '' : [line(block.title), picture].filter(isSeen).join('\n')
}

/** The console plays no videos, so the picture and the title link to the player. */
function video(block: Block): string {
  const url = stringIn(block.title_url) || stringIn(block.video_url)
  const title = line(block.title)
  const picture = image({ image_url: block.thumbnail_url, alt_text: block.alt_text })
  const by = [stringIn(block.author_name), stringIn(block.provider_name)].filter(isSeen).join(', ')
  const linked = url === '' ? title : markdownLink(label(block.title) || escapeLabel(url), url)
  return [
    linked && `**${linked}**`,
    line({ type: 'plain_text', text: by }),
    words(block.description),
    picture,
  ]
    .filter(isSeen)
    .join('\n')
}

const rules: Record<string, string> = { left: '---', center: ':---:', right: '---:' }

/** Returns a `table` block as markdown. Its first row is the heading, as in Slack. Shorter rows stay short, which markdown allows. */
function table({ rows, column_settings }: Record<string, unknown>, report: ReportIgnored): string {
  const [head = [], ...rest] = listOf(rows).map(row => listOf(row).map(cell => cellText(cell, report)))
  const width = rest.reduce((most, row) => Math.max(most, row.length), head.length)
  if (width === 0) return ''
  const settings = listOf(column_settings)
  const columns = Array.from({ length: width }, (_, column) => column)
  const title = columns.map(column => head[column] ?? '')
  const rule = columns.map(column => ruleOf(settings[column]))
  return [title, rule, ...rest].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function ruleOf(setting: unknown): string {
  return rules[isRecord(setting) ? stringIn(setting.align) : ''] ?? '---'
}

function cellText(cell: unknown, report: ReportIgnored): string {
  if (!isRecord(cell)) return ''
  const written = cell.type === 'rich_text' ? richText(cell, report) : escapeMarkdown(scalar(cell))
  return inOneLine(written).replace(/(?<!\\)\|/g, '\\|')
}

function scalar({ text, value }: Record<string, unknown>): string {
  return stringIn(text) || (typeof value === 'number' ? String(value) : stringIn(value))
}

/** Longer texts are not compared. At worst, they are shown twice. */
const comparedCharacters = 20_000

/**
 * Returns the text to post for a text with blocks. Slack shows the blocks, and falls back to the text, which mostly says the
 * same. If it does not, both are posted, the text first.
 */
export function textWithBlocks(text: string, blocks: string): string {
  if (blocks === '') return text
  return saysAlready(blocks, text) ? blocks : `${text}\n\n${blocks}`
}

function saysAlready(blocks: string, text: string): boolean {
  if (text.length + blocks.length > comparedCharacters) return text.trim() === ''
  return includesText(onlyWords(blocks), onlyWords(text))
}

/** Ignores marks, spaces and case. */
function onlyWords(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
