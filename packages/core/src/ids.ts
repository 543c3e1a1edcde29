/**
 * An id has 26 lowercase characters of Crockford's base 32: 10 for the time in ms, 14 that are random or counted, and 2 for
 * the post (docs/behaviour.md, values). Ids sort by time as bytes.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const tailLength = 14

export const idLength = 26

const idShape = new RegExp(`^[0-9a-z]{${idLength}}$`)

/** Returns whether a text has the shape of an id. */
export function isId(text: string): boolean {
  return idShape.test(text)
}

/** The most posts of a delivery: what two characters can number, with some room. A setting allows fewer. */
export const maxPostsPerDelivery = 1000

/** Writes a whole number from 0 to 2^53-1 as `length` characters of base 32, zero-padded, so that text order is number order. */
export function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

let lastTimeMs = -1
let lastTimeText = ''

/** Caches the last millisecond, in which many ids are usually created. */
function timeText(timeMs: number): string {
  if (timeMs !== lastTimeMs) {
    lastTimeMs = timeMs
    lastTimeText = base32(timeMs, timeLength)
  }
  return lastTimeText
}

/** Returns the id of a delivery accepted at `timeMs`. `tail` (14 characters) makes it unique within that millisecond. */
export function deliveryId(timeMs: number, tail: string): string {
  return `${timeText(timeMs)}${tail}00`
}

/** Returns the id of the delivery's post `number`, counted from 1. It shares time and tail, so that posts are stored next to each other. */
export function postId(delivery: string, number: number): string {
  return delivery.slice(0, timeLength + tailLength) + base32(number, 2)
}

/**
 * Returns the 14 characters that tell imported objects of one millisecond apart: their order, up to 32,767, and then the first
 * 55 bits of a digest, so that an object has the same id whenever it is imported.
 */
export function importedTail(digest: Uint8Array, order: number): string {
  const rest = Array.from(digest.subarray(0, tailLength - 3), byte => alphabet[byte % 32])
  return base32(order, 3) + rest.join('')
}

/** Returns the id of the delivery that created a post. */
export function deliveryOf(post: string): string {
  return `${post.slice(0, timeLength + tailLength)}00`
}

/** Returns the number of a post among those of the delivery that created it, counted from 1. */
export function numberInDelivery(post: string): number {
  return numberFrom(post.slice(timeLength + tailLength))
}

/** Returns the millisecond in an id, when the delivery was accepted. */
export function timeOf(id: string): number {
  return numberFrom(id.slice(0, timeLength))
}

/** Reads what `base32` writes. */
export function numberFrom(text: string): number {
  let value = 0
  for (const character of text) value = value * 32 + alphabet.indexOf(character)
  return value
}
