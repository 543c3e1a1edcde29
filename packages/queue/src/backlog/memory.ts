import type { Redis } from 'ioredis'
import type { Reading } from './read-backlog.js'
import { readMemory } from './read-memory.js'
import { storedBytes } from './since-look.js'

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
