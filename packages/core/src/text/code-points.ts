const highSurrogate = /[\ud800-\udbff]/

/** Returns the number of code points, which the requirements call characters. */
export function codePoints(text: string): number {
  if (!highSurrogate.test(text)) return text.length
  let count = text.length
  for (let at = 0; at < text.length; at++) {
    if (isPairAt(text, at)) {
      count--
      at++
    }
  }
  return count
}

/** Returns how many code points of a post's props a value takes as JSON (docs/behaviour.md, posts). */
export function jsonLength(value: unknown): number {
  return codePoints(JSON.stringify(value))
}

/** Returns the position `count` code points after `from`, or the end. */
export function advance(text: string, from: number, count: number): number {
  if (!highSurrogate.test(text.slice(from, from + count))) return Math.min(from + count, text.length)
  let at = from
  for (let left = count; left > 0 && at < text.length; left--) at += isPairAt(text, at) ? 2 : 1
  return Math.min(at, text.length)
}

function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

/** Removes `characters` from the end of `text`. Unlike a regular expression, it is fast on long runs. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** Removes `characters` from both ends of `text`. */
export function trim(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start] as string)) start++
  return trimEnd(text.slice(start), characters)
}
