import { hasTargetAt } from './link.js'

/** Positions in a tag. `bar` equals `close` if there is no label. */
export type LinkTag = { bar: number; close: number }

/** The next position of each character. Each is searched once, so that a text of a million `<` takes one pass. */
type Next = { open: number; bar: number; close: number; newline: number }

/** The maximum length of a label with several lines. Longer ones are more likely an unrelated `<` and `>`. */
const maxLinedLabelChars = 500

/**
 * Returns a function that reads the link at a `<`: `<URL>` or `<URL|label>`. Call it with ascending positions. A URL is on one
 * line and contains no further `<`. So is its label, unless it is short and has no blank lines.
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
