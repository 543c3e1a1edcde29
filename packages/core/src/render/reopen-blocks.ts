import type { Token } from 'markdown-it'
import { parseBlocks } from './markdown.js'

/**
 * Returns the text to put before the next part when it is rendered, if `part` ends inside a fence or a table: the line that
 * opens the fence, or the table's head. The next message itself does not change (docs/behaviour.md, rendering).
 */
export function reopenBlocks(part: string): string {
  const { tokens, lines } = parseBlocks(part)
  return fenceAgain(tokens) ?? tableAgain(tokens, lines) ?? ''
}

function fenceAgain(tokens: Token[]): string | undefined {
  const last = tokens.findLastIndex(token => token.nesting >= 0)
  const { type, meta, markup, info } = tokens[last] ?? {}
  if (type !== 'fence' || !meta?.open) return undefined
  return `${'> '.repeat(quotesAround(tokens.slice(0, last)))}${markup}${info}\n`
}

function quotesAround(before: Token[]): number {
  const count = (type: string) => before.filter(token => token.type === type).length
  return count('blockquote_open') - count('blockquote_close')
}

/** A table continues only if nothing follows it, not even a blank line. */
function tableAgain(tokens: Token[], lines: string[]): string | undefined {
  if (tokens.at(-1)?.type !== 'table_close') return undefined
  const [first = 0, end = 0] = tokens.findLast(token => token.type === 'table_open')?.map ?? []
  const isLast = lines.length - end <= 1 && (lines[end] ?? '') === ''
  return isLast ? `${lines.slice(first, first + 2).join('\n')}\n` : undefined
}
