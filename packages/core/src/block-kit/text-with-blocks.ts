import { includesText } from '../text/includes-text.js'

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
