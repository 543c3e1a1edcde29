/**
 * The shape of ids (docs/behaviour.md, values): 26 lower-case characters of Crockford's base 32: 10 of time (ms), 14 random or
 * counted, 2 for the post. They sort by time as bytes.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const tailLength = 14

export const idLength = 26

/** A delivery becomes at most this many posts: what two characters can number, with room. A setting allows fewer. */
export const maxPostsPerDelivery = 1000

/** Write a whole number from 0 to 2^53-1 as `length` characters of base 32, zero-padded, so that text order is number order. */
export function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text
  return text
}

let lastTimeMs = -1
let lastTimeText = ''

/** Many ids are made in one millisecond. */
function timeText(timeMs: number): string {
  if (timeMs !== lastTimeMs) {
    lastTimeMs = timeMs
    lastTimeText = base32(timeMs, timeLength)
  }
  return lastTimeText
}

/** The id of a delivery: accepted at `timeMs`, told apart within that millisecond by `tail` (14 characters). */
export function deliveryId(timeMs: number, tail: string): string {
  return `${timeText(timeMs)}${tail}00`
}

/** The id of the delivery's post `number`, counted from 1: same time, same tail, so that posts lie side by side. */
export function postId(delivery: string, number: number): string {
  return delivery.slice(0, timeLength + tailLength) + base32(number, 2)
}

/** The delivery that a post came from. */
export function deliveryOf(post: string): string {
  return `${post.slice(0, timeLength + tailLength)}00`
}

/** The millisecond in an id: when the delivery was accepted. */
export function timeOf(id: string): number {
  let timeMs = 0
  for (const character of id.slice(0, timeLength)) timeMs = timeMs * 32 + alphabet.indexOf(character)
  return timeMs
}
