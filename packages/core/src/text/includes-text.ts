/** Up to this length, the engine's own search takes a few nanoseconds per character at worst. */
const shortCharacters = 16

/**
 * Returns whether `text` includes `wanted`, in linear time. The engine's own search compares nearly each character with each of
 * a long `wanted`. This one (Knuth, Morris and Pratt) never looks back in `text`.
 */
export function includesText(text: string, wanted: string): boolean {
  if (wanted.length <= shortCharacters) return text.includes(wanted)
  if (wanted.length > text.length) return false
  const borders = bordersOf(wanted)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    matched = longer(borders, wanted, matched, text.charCodeAt(at))
    if (matched === wanted.length) return true
  }
  return false
}

/** Returns for each start of a text how long its longest own start is that is also its end. */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length)
  for (let at = 1; at < wanted.length; at++)
    borders[at] = longer(borders, wanted, borders[at - 1] as number, wanted.charCodeAt(at))
  return borders
}

/** Returns how many characters match after `code`, if `matched` did before it. */
function longer(borders: Uint32Array, wanted: string, matched: number, code: number): number {
  let length = matched
  while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length - 1] as number
  return wanted.charCodeAt(length) === code ? length + 1 : 0
}
