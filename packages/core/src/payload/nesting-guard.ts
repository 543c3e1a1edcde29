/** What a JSON text may hold to be parsed. Shorter ones than `scanFromLength` are parsed whatever they hold. */
export type NestingLimits = { scanFromLength: number; maxValues: number; maxNesting: number }

/** A hundred attachments of a hundred fields have 40,000 values; no sender comes near. */
const payloadLimits: NestingLimits = { scanFromLength: 64 * 1024, maxValues: 50_000, maxNesting: 1000 }

/**
 * What is wrong with a long JSON text that would take too long to parse: nesting, or values without number. Parsing a
 * mebibyte of brackets blocks for 50 ms and more, looking it over for 3.
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
    if (depth > maxNesting) return `it is nested more than ${maxNesting} deep`
    if (values > maxValues) return `it has more than ${maxValues} values`
  }
  return undefined
}

/** Where the string that opens at `start` closes; the end of the text when it does not. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(json, end, start)) end = json.indexOf('"', end + 1)
  return end < 0 ? json.length : end
}

function isEscaped(json: string, quote: number, start: number): boolean {
  let backslashes = 0
  while (quote - backslashes - 1 > start && json.charCodeAt(quote - backslashes - 1) === 0x5c) backslashes++
  return backslashes % 2 === 1
}
