import type { Redis } from 'ioredis'
import { type Reading, readMemory } from './read-backlog.js'

/** Beyond this share nothing is accepted. The workers need the rest to empty the queue. */
const maxMemoryRatio = 0.8
/** From this share on, operators get a warning, before senders get a 503. */
const warnMemoryRatio = 0.6

/**
 * How many bytes may still be stored after a look; negative if too much is stored already. If Redis does not
 * report its memory, only the limit on payloads counts, with Redis's overhead.
 */
export function bytesLeft({ posts, kib, memory }: Reading, limit: number): number {
  if (posts > limit || kib > limit) return -1
  return memory ? memory.mostBytes * maxMemoryRatio - memory.usedBytes : storedBytes((limit - kib) * 1024)
}

/** How long an answer about the memory is trusted. */
const trustedMs = 1000
const looks = new WeakMap<Redis, { atMs: number; isFull: Promise<boolean> }>()

/**
 * Whether there is no room for what callers have stored besides deliveries: the same share as for those, as of the last second.
 * False if Redis does not report its memory, or does not answer, which the write itself shows.
 */
export function isMemoryFull(redis: Redis): Promise<boolean> {
  const known = looks.get(redis)
  if (known && performance.now() - known.atMs < trustedMs) return known.isFull
  const isFull = readMemory(redis).then(
    memory => memory !== undefined && memory.usedBytes > memory.mostBytes * maxMemoryRatio,
  )
  looks.set(redis, { atMs: performance.now(), isFull })
  return isFull
}

/** Returns a warning about Redis's memory for operators. */
export function memoryWarningOf({ memoryRatio: ratio }: Reading): string | undefined {
  if (ratio === undefined)
    return 'The memory use of Redis is unknown because it refuses INFO, so only BACKLOG_LIMIT bounds what is stored. Allow INFO for the user in REDIS_URL'
  return ratio > warnMemoryRatio
    ? `${Math.round(ratio * 100)} % of Redis's memory is used; at 80 % senders get a 503`
    : undefined
}

/** The most that a payload takes in Redis: per byte, as JSON in JSON, and on top. */
const bytesPerByte = 2
const overheadBytes = 512

/** Returns how many bytes of Redis's memory a payload takes at most. */
export function storedBytes(payloadBytes: number): number {
  return payloadBytes * bytesPerByte + overheadBytes
}

/**
 * Counts the bytes that a process has stored, or is storing, and that the last look at Redis may have missed.
 */
export function openSince() {
  let [stored, underWay, seen] = [0, 0, 0]
  return {
    begin: (payloadBytes: number) => {
      const bytes = storedBytes(payloadBytes)
      underWay += bytes
      return () => {
        underWay -= bytes
        stored += bytes
      }
    },
    /** Call it before a look, which sees everything that was stored by then. */
    mark: () => stored,
    lookedAt: (mark: number) => {
      seen = mark
    },
    /** The bytes that may be stored since the last look. */
    bytes: () => stored - seen + underWay,
    /** The share of the bytes that a look left. Above 1 there is no room. */
    shareOf: (bytesLeft: number): number => {
      if (bytesLeft < 0) return Number.POSITIVE_INFINITY
      const bytes = stored - seen + underWay
      return bytes === 0 ? 0 : bytes / bytesLeft
    },
  }
}
