/** Numbers with fewer digits are exact in JavaScript. */
const longRun = /\d{16}/
/** The start of a string, or a number with a long integer part. */
const stringOrLong = /"|(?<![\d.eE+-])-?\d{16,}(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON like `JSON.parse`, but returns numbers above 2^53 as text with all their digits. Linear, and as fast as `JSON.parse`
 * for JSON without long runs of digits. @throws a SyntaxError if it is not JSON
 */
export function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return longRun.test(json) ? JSON.parse(withLongNumbers(json, digits => `"${digits}"`)) : value
}

/** Marks text in place of a number. A noncharacter of Unicode. */
const mark = '\uFDD0'
const marked = new RegExp(`"${mark}([^"]*)"`, 'g')

/** Returns JSON with one value per line. Numbers above 2^53 keep their digits. @throws a SyntaxError if it is not JSON */
export function formatExactly(json: string): string {
  const value: unknown = JSON.parse(json)
  if (!longRun.test(json) || json.includes(mark)) return JSON.stringify(value, null, 2)
  const withMarks: unknown = JSON.parse(withLongNumbers(json, digits => `"${mark}${digits}"`))
  return JSON.stringify(withMarks, null, 2).replace(marked, '$1')
}

/** Replaces the numbers of a JSON text that JavaScript cannot hold. */
function withLongNumbers(json: string, written: (digits: string) => string): string {
  const parts: string[] = []
  let from = 0
  stringOrLong.lastIndex = 0
  for (let found = stringOrLong.exec(json); found; found = stringOrLong.exec(json)) {
    const [text] = found
    if (text === '"') stringOrLong.lastIndex = endOfString(json, found.index) + 1
    else if (!Number.isSafeInteger(Number(text))) {
      parts.push(json.slice(from, found.index), written(text))
      from = found.index + text.length
    }
  }
  return parts.join('') + json.slice(from)
}

/** Returns where the string that starts at `start` ends, or the end of the text. */
export function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end, start)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, quote: number, start: number): boolean {
  let backslashes = 0
  while (quote - backslashes - 1 > start && json.charCodeAt(quote - backslashes - 1) === 0x5c) backslashes++
  return backslashes % 2 === 1
}
