import { randomFillSync } from 'node:crypto'
import { base32, deliveryId } from '@posthorn/core'

/** What ids are made of: handed in, so that a test can freeze the one and know the other. */
export type IdSource = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** A random whole number from 0 up to, and without, `limit` (at most 2^48). */
  random: (limit: number) => number
  /** Told when ids begin to follow a clock that was set back by so much. */
  wentBack?: ((ms: number) => void) | undefined
}

const pool = new Uint8Array(6 * 512)
let poolUsed = pool.length

/** Six random bytes at a time, drawn from the system 512 draws at once: a system call each would cost more than the id. */
function random(limit: number): number {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  let value = 0
  for (const end = poolUsed + 6; poolUsed < end; poolUsed++) value = value * 256 + (pool[poolUsed] ?? 0)
  return value % limit
}

const system: IdSource = { now: Date.now, random }

const lowLimit = 2 ** 30
const highLimit = 2 ** 40

/** Every two characters there are, in order: six characters are three looks. */
const pairs = Array.from({ length: 1024 }, (_, value) => base32(value, 2))

/** A number below 2^30 as six characters. */
function sixCharacters(value: number): string {
  return `${pairs[value >>> 20]}${pairs[(value >>> 10) & 1023]}${pairs[value & 1023]}`
}

/**
 * A clock that is set back by more than this is followed: it had jumped ahead, and posts would be dated in the future
 * until it came there by itself. By less it was only corrected.
 */
const followBackMs = 10_000

/**
 * A maker of delivery ids (docs/behaviour.md, values). Within a millisecond the 14 characters are counted up from a random start whose
 * top bit is 0. The ids of one maker are distinct; they rise, unless the clock is set back by more than ten seconds.
 */
export function makeIds(source: Partial<IdSource> = {}): () => string {
  const { now: clock, random, wentBack } = { ...system, ...source }
  let timeMs = 0
  let high = 0
  let low = 0
  let highText = ''
  return () => {
    const now = clock()
    const behindMs = timeMs - now
    if (behindMs > followBackMs) wentBack?.(behindMs)
    if (behindMs < 0 || behindMs > followBackMs) {
      timeMs = now
      high = random(highLimit / 2)
      low = random(lowLimit)
      highText = base32(high, 8)
    } else if (++low === lowLimit) {
      low = 0
      highText = base32(++high, 8)
    }
    return deliveryId(timeMs, highText + sixCharacters(low))
  }
}

/** An id for anything but a delivery. */
export const newId = makeIds()

const secretAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A key, token or code: 26 random characters of [a-z0-9], 134 bits. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < 26) secret += secretAlphabet[random(secretAlphabet.length)]
  return secret
}
