import { hasTargetAt } from './link.js'
import { nextOf } from './next-of.js'

/** Positions in a tag. `bar` equals `close` if there is no label. */
export type LinkTag = { bar: number; close: number }

/** The maximum length of a label with several lines. Longer ones are more likely an unrelated `<` and `>`. */
const maxLinedLabelChars = 500

/**
 * Returns a function that reads the link at a `<`: `<URL>` or `<URL|label>`. Call it with ascending positions. A URL is on one
 * line and contains no further `<`. So is its label, unless it is short and has no blank lines.
 */
export function linkTagsIn(text: string): (open: number) => LinkTag | undefined {
  const [nextOpen, nextBar] = [nextOf(text, '<'), nextOf(text, '|')]
  const [nextClose, nextFeed] = [nextOf(text, '>'), nextOf(text, '\n')]
  return open => {
    const [bar, close, newline] = [nextBar(open), nextClose(open), nextFeed(open)]
    const another = nextOpen(open + 1)
    const targetEnd = Math.min(bar, close)
    if (close === text.length || another < targetEnd || newline < targetEnd) return undefined
    if (bar > close) return { bar: close, close }
    if (!hasTargetAt(text, open + 1)) return undefined
    return newline > close || (another > close && isLabelInLines(text, bar, close))
      ? { bar, close }
      : undefined
  }
}

function isLabelInLines(text: string, bar: number, close: number): boolean {
  return close - bar <= maxLinedLabelChars && !/\n[ \t\r]*\n|```/.test(text.slice(bar + 1, close))
}
