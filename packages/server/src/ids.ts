import { randomFillSync } from 'node:crypto'
import { base32, deliveryId } from '@posthorn/core'

/** The time and randomness that ids are made of. Tests pass their own. */
export type IdSource = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** A random whole number from 0 up to but excluding `limit` (at most 2^48). */
  random: (limit: number) => number
  /** Called when ids begin to follow a clock that was set back, with the difference in milliseconds. */
  wentBack?: ((ms: number) => void) | undefined
}

const pool = new Uint8Array(6 * 512)
let poolUsed = pool.length

/** Returns a random number from six bytes. The pool holds 512 draws because a system call each would cost more than the id. */
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

/** All pairs of characters in order, so that six characters are three lookups. */
const pairs = Array.from({ length: 1024 }, (_, value) => base32(value, 2))

/** Encodes a number below 2^30 as six characters. */
function sixCharacters(value: number): string {
  return `${pairs[value >>> 20]}${pairs[(value >>> 10) & 1023]}${pairs[value & 1023]}`
}

/**
 * Ids follow a clock that is set back by more than this: it had jumped ahead, and posts would be dated in the future until
 * the clock caught up. Smaller steps back are corrections, which ids ignore.
 */
const followBackMs = 10_000

/**
 * Returns a generator of delivery ids (docs/behaviour.md, values). Within a millisecond, the 14 characters count up from a
 * random start whose top bit is 0. The ids of one generator are distinct, and ascend unless the clock is set back by more
 * than 10 s.
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

/** Generates an id for anything but a delivery. */
export const newId = makeIds()

const secretAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Generates a key, token or code: 26 random characters of [a-z0-9], 134 bits. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < 26) secret += secretAlphabet[random(secretAlphabet.length)]
  return secret
}
