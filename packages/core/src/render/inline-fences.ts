import { codeRanges } from '../text/code.js'

/**
 * Gives blocks of code lines of their own. Slack's senders open them in mid-line, as in "it failed: ```TypeError: …", and
 * go on behind them; markdown would make one line of the first, and code of all behind the second.
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

/** Behind words of its line, which is no quote or list: out of these the block would fall. */
function isMidLine(markdown: string, at: number): boolean {
  const before = markdown.slice(markdown.lastIndexOf('\n', at - 1) + 1, at)
  return before.trim() !== '' && !/^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)/.test(before)
}

/** More is on the line on which the code ends. */
function isBeforeWords(markdown: string, end: number): boolean {
  if (markdown[end - 1] !== '`') return false
  const newline = markdown.indexOf('\n', end)
  return markdown.slice(end, newline < 0 ? undefined : newline).trim() !== ''
}

/** Inline code as a fence, which ends with as many backticks as it begins with. */
function onLines(code: string): string {
  const [fence = ''] = /^`+/.exec(code) ?? []
  const inside = code.slice(fence.length, -fence.length)
  const keepsLanguage = inside.endsWith('\n') && /^[\w+#.-]{1,30}\n/.test(inside)
  const first = inside.startsWith('\n') || keepsLanguage ? '' : '\n'
  const last = inside.endsWith('\n') ? '' : '\n'
  return fence + first + inside + last + fence
}
