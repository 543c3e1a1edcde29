import type { MarkdownIt, StateBlock } from 'markdown-it'
import { closesFence, codeRanges, type Fence, fenceOpenedBy } from '../text/code.js'
import { trimEnd } from '../text/code-points.js'

/** A language, with the options that some renderers accept. Anything else is the first line of the code. */
const language = /^[\w+#.-]{1,30}(?:\s+(?:\{[^}]*\}|[\w-]+=(?:"[^"]*"|'[^']*')))*$/

type Body = { end: number; closed: boolean }

/**
 * Parses fenced code, also as Slack's senders write it: with text right after the opening backticks, and closing ones at the
 * end of the last line. Replaces markdown-it's own rule, which would show all following text as code.
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

/** Returns the text before the closing backticks with its indentation; empty if there is none. */
function closingLine(line: string): string {
  const before = trimEnd(line.trimEnd(), '`~')
  return before.trim() === '' ? '' : before
}

/** Returns the lines up to the one that closes the fence, or to the end of the surrounding list or quote. */
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

/**
 * Puts blocks of code on their own lines. Slack's senders open them within a line, as in "it failed: ```TypeError: …", and
 * continue after them. Markdown would show the first kind as one line, and all text after the second as code.
 */
export function ownLines(markdown: string): string {
  if (!markdown.includes('```')) return markdown
  let shown = ''
  let from = 0
  for (const { start, end } of codeRanges(markdown)) {
    const code = markdown.slice(start, end)
    if (!code.startsWith('```') || !code.includes('\n')) continue
    const isBehindWords = isMidLine(markdown, start)
    if (!isBehindWords && !isBeforeWords(markdown, end)) continue
    shown += `${markdown.slice(from, start)}${isBehindWords ? '\n' : ''}${onLines(code)}\n`
    from = end
  }
  return shown + markdown.slice(from)
}

/** Returns whether other text precedes on the line. Excludes quotes and lists, which the block would leave. */
function isMidLine(markdown: string, at: number): boolean {
  const before = markdown.slice(markdown.lastIndexOf('\n', at - 1) + 1, at)
  return before.trim() !== '' && !/^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)/.test(before)
}

/** Returns whether other text follows on the line where the code ends. */
function isBeforeWords(markdown: string, end: number): boolean {
  if (markdown[end - 1] !== '`') return false
  const newline = markdown.indexOf('\n', end)
  return markdown.slice(end, newline < 0 ? undefined : newline).trim() !== ''
}

/** Rewrites inline code as a fence. It ends with as many backticks as it starts with. */
function onLines(code: string): string {
  const [fence = ''] = /^`+/.exec(code) ?? []
  const inside = code.slice(fence.length, -fence.length)
  const keepsLanguage = inside.endsWith('\n') && /^[\w+#.-]{1,30}\n/.test(inside)
  const first = inside.startsWith('\n') || keepsLanguage ? '' : '\n'
  const last = inside.endsWith('\n') ? '' : '\n'
  return fence + first + inside + last + fence
}
