import { numberFrom, numberInDelivery, timeOf } from './ids.js'

const microsPerMs = 1000
const microsPerSecond = 1_000_000
const shape = /^[0-9]{1,10}\.[0-9]{6}$/

/** The characters of an id that count up within one process and millisecond: the last four of its tail. */
const countedFrom = 20
const countedTo = 24

/**
 * Returns the timestamp that Slack's API calls a post by, in microseconds since 1970: the millisecond of acceptance, and three
 * digits from the part of the id that is counted up. Posts of one millisecond may share it (docs/decisions/055).
 */
export function naturalTimestamp(postId: string): number {
  const counted = numberFrom(postId.slice(countedFrom, countedTo)) + numberInDelivery(postId) - 1
  return timeOf(postId) * microsPerMs + (counted % microsPerMs)
}

/** Returns a timestamp as Slack writes it: `seconds.six digits`. */
export function timestampText(micros: number): string {
  const rest = String(micros % microsPerSecond).padStart(6, '0')
  return `${Math.floor(micros / microsPerSecond)}.${rest}`
}

/** Reads a timestamp as Slack writes it. Undefined for any other text. */
export function readTimestamp(text: string): number | undefined {
  if (!shape.test(text)) return undefined
  const [seconds, micros] = text.split('.')
  return Number(seconds) * microsPerSecond + Number(micros)
}
