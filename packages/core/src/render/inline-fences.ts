import { codeRanges } from '../text/code.js'

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
