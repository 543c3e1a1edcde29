import { hasTargetAt } from './link.js'

/** Where the parts of a tag are: `bar` is `close` where there is no label. */
export type LinkTag = { bar: number; close: number }

/** Where the next of each character is, looked for once: a text of a million `<` is read in one pass. */
type Next = { open: number; bar: number; close: number; newline: number }

/** A label in several lines is no longer than this: a longer one is rather a `<` and a `>` that have nothing to do with each other. */
const maxLinedLabelChars = 500

/**
 * Reads Slack's links in a text: `<URL>` and `<URL|label>`. What it gives is asked with where a `<` is, never with one
 * before the last. A URL is on one line and without a further `<`; so is its label, or it is short and without blank lines.
 */
export function linkTagsIn(text: string): (open: number) => LinkTag | undefined {
  const next: Next = { open: -1, bar: -1, close: -1, newline: -1 }
  return open => {
    look(text, open, next)
    const { bar, close, newline } = next
    const targetEnd = Math.min(bar, close)
    if (close === text.length || next.open < targetEnd || newline < targetEnd) return undefined
    if (bar > close) return { bar: close, close }
    if (!hasTargetAt(text, open + 1)) return undefined
    return newline > close || (next.open > close && isLabelInLines(text, bar, close))
      ? { bar, close }
      : undefined
  }
}

function isLabelInLines(text: string, bar: number, close: number): boolean {
  return close - bar <= maxLinedLabelChars && !/\n[ \t\r]*\n|```/.test(text.slice(bar + 1, close))
}

function look(text: string, open: number, next: Next): void {
  if (next.open <= open) next.open = indexOrEnd(text, '<', open + 1)
  if (next.bar < open) next.bar = indexOrEnd(text, '|', open)
  if (next.close < open) next.close = indexOrEnd(text, '>', open)
  if (next.newline < open) next.newline = indexOrEnd(text, '\n', open)
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at
}
