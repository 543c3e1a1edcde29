import { codeRanges } from '../text/code.js'

/**
 * Gives blocks of code lines of their own. Slack's senders open them in mid-line, as in "it failed: ```TypeError: …", and
 * markdown would make one line of theirs.
 */
export function ownLines(markdown: string): string {
  if (!markdown.includes('```')) return markdown
  let shown = ''
  let from = 0
  for (const { start, end } of codeRanges(markdown)) {
    const code = markdown.slice(start, end)
    if (!code.startsWith('```') || !code.includes('\n') || !isMidLine(markdown, start)) continue
    shown += `${markdown.slice(from, start)}\n${onLines(code)}\n`
    from = end
  }
  return shown + markdown.slice(from)
}

/** Behind words of its line, which is no quote or list: out of these the block would fall. */
function isMidLine(markdown: string, at: number): boolean {
  const before = markdown.slice(markdown.lastIndexOf('\n', at - 1) + 1, at)
  return before.trim() !== '' && !/^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)/.test(before)
}

/** Inline code as a fence, which ends with as many backticks as it begins with. */
function onLines(code: string): string {
  const [fence = ''] = /^`+/.exec(code) ?? []
  const inside = code.slice(fence.length, -fence.length)
  const first = inside.startsWith('\n') ? '' : '\n'
  const last = inside.endsWith('\n') ? '' : '\n'
  return fence + first + inside + last + fence
}
