import type { MarkdownIt, StateBlock } from 'markdown-it'
import { closesFence, type Fence, fenceOpenedBy } from '../text/code.js'
import { trimEnd } from '../text/trim.js'

/** A word, and what some renderers want to know of it; anything else is the first line of the code. */
const language = /^[\w+#.-]{1,30}(?:\s+(?:\{[^}]*\}|[\w-]+=(?:"[^"]*"|'[^']*')))*$/

type Body = { end: number; closed: boolean }

/**
 * Fenced code, also as Slack's senders write it: text right behind the opening backticks, and closing ones at the end of
 * the last line. Stands for markdown-it's own rule, which would show all that follows as code.
 */
export function fences(md: MarkdownIt): void {
  md.block.ruler.at('fence', fence, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function fence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine] ?? 0
  const opened = indent - state.blkIndent < 4 ? openedBy(state, startLine) : undefined
  if (opened === undefined || silent) return opened !== undefined
  const { end, closed } = bodyOf(state, startLine, endLine, opened)
  const beforeClosing = closed ? closingLine(state.getLines(end, end + 1, indent, false)) : ''
  const isLanguage = beforeClosing === '' && language.test(opened.info)
  const firstLine = isLanguage || opened.info === '' ? '' : `${opened.info}\n`
  state.line = closed ? end + 1 : end
  const token = state.push('fence', 'code', 0)
  token.info = isLanguage ? opened.info : ''
  token.content = firstLine + state.getLines(startLine + 1, end, indent, true) + beforeClosing
  token.markup = opened.marker
  token.map = [startLine, state.line]
  token.meta = { open: !closed }
  return true
}

function openedBy(state: StateBlock, line: number): Fence | undefined {
  return fenceOpenedBy(lineOf(state, line), marker => state.src.includes(marker, state.eMarks[line]))
}

/** What stands before the backticks that close, with its indentation; empty where they stand alone. */
function closingLine(line: string): string {
  const before = trimEnd(line.trimEnd(), '`~')
  return before.trim() === '' ? '' : before
}

/** The lines up to the one that closes the fence, or to where the list or quote ends that it stands in. */
function bodyOf(state: StateBlock, startLine: number, endLine: number, opened: Fence): Body {
  for (let line = startLine + 1; line < endLine; line++) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line))
      return { end: line, closed: false }
    if (closesFence(lineOf(state, line), opened)) return { end: line, closed: true }
  }
  return { end: endLine, closed: false }
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}
