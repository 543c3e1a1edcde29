import { cleanText } from '../../values/clean.js'
import { isRecord } from '../../values/keys.js'
import { ignore, type Notes } from '../../values/notes.js'
import { blocksByType } from './blocks.js'
import { isSeen, type Tell } from './element.js'
import { words } from './text.js'

/**
 * Slack's Block Kit as our markdown: one paragraph or more for each block, in their order. Nothing in it makes a payload
 * unreadable: what cannot be shown, a menu or a block of a kind that is unknown here, is noted as ignored with its type.
 * @param at where the blocks stand, for the sender: `blocks`, `attachments[0].blocks`
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
  const tell: Tell = (inside, type) =>
    ignore(notes, `${at}${inside}${typeof type === 'string' ? ` (${type})` : ''}`)
  if (!isRecord(block)) {
    tell('', undefined)
    return ''
  }
  const write = typeof block.type === 'string' ? blocksByType.get(block.type) : undefined
  const written = (write ?? unknownBlock)(block, tell)
  if (!isSeen(written) || !write) tell('', block.type)
  return written
}

/** Slack adds kinds of blocks; what has a text of its own says at least that. */
function unknownBlock(block: Record<string, unknown>): string {
  return words(block.text)
}
