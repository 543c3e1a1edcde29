/** More than this is not compared: it is shown twice rather than looked for at length. */
const comparedCharacters = 20_000

/**
 * What is posted of a text and the blocks beside it. Slack shows the blocks, and the text where blocks cannot be shown: it
 * mostly says the same. Where it does not, both are posted, the text first.
 */
export function besideText(text: string, blocks: string): string {
  if (blocks === '') return text
  return saysAlready(blocks, text) ? blocks : `${text}\n\n${blocks}`
}

function saysAlready(blocks: string, text: string): boolean {
  if (text.length + blocks.length > comparedCharacters) return text.trim() === ''
  return onlyWords(blocks).includes(onlyWords(text))
}

/** Marks, spaces and capitals do not make another text. */
function onlyWords(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
