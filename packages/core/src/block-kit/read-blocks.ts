import { cleanText } from '../values/clean.js'
import { isRecord } from '../values/keys.js'
import { ignore, type Notes } from '../values/notes.js'
import { blocksByType } from './blocks.js'
import { isSeen, type ReportIgnored } from './element.js'
import { words } from './text.js'

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
