import { includesText } from '../text/includes-text.js'
import { markdownLink } from '../text/link.js'
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
import { escapeLabel } from './escape-markdown.js'
import {
  alert,
  boldLine,
  card,
  chart,
  containerHead,
  dataTable,
  paragraphs,
  taskCard,
} from './report-blocks.js'
import { richText } from './rich-text.js'
import { table } from './table.js'

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
  return writeBlock(block, blocksByType, (inside, type) =>
    ignore(notes, `${at}${inside}${typeof type === 'string' ? ` (${type})` : ''}`),
  )
}

function writeBlock(block: unknown, known: ReadonlyMap<string, WriteBlock>, report: ReportIgnored): string {
  if (!isRecord(block)) {
    report('', undefined)
    return ''
  }
  const write = typeof block.type === 'string' ? known.get(block.type) : undefined
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

/** The blocks that others may contain. `file`, `input` and `call` mean nothing outside Slack. */
const innerBlocks: ReadonlyMap<string, WriteBlock> = new Map<string, WriteBlock>([
  ['alert', alert],
  ['card', card],
  ['data_table', dataTable],
  ['data_visualization', chart],
  ['task_card', taskCard],
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

/** The blocks of Slack's reference that a post can show. Those that contain others contain none of their own kind. */
const blocksByType: ReadonlyMap<string, WriteBlock> = new Map<string, WriteBlock>([
  ...innerBlocks,
  ['carousel', (block, report) => inner(block, 'elements', report)],
  [
    'container',
    (block, report) => paragraphs(containerHead(block, report), inner(block, 'child_blocks', report)),
  ],
  ['plan', (block, report) => paragraphs(boldLine(block.title), inner(block, 'tasks', report))],
])

function inner(block: Block, key: string, report: ReportIgnored): string {
  const written = listOf(block[key]).map((each, index) =>
    writeBlock(each, innerBlocks, (inside, type) => report(`.${key}[${index}]${inside}`, type)),
  )
  return paragraphs(...written)
}

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
