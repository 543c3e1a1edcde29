import type { Reading } from './read-backlog.js'
import { storedBytes } from './since-look.js'

/** Beyond it nothing is taken in: what is left is for the workers, who need some to empty the queue. */
const maxMemoryRatio = 0.8
/** From here on somebody should look, before senders get 503. */
const warnMemoryRatio = 0.6

/**
 * How many bytes may still be stored after a look; below zero when there is too much already. Where Redis does not say how
 * full it is, what the limit leaves of payloads counts, with what Redis needs beside them.
 */
export function bytesLeft({ posts, kib, memory }: Reading, limit: number): number {
  if (posts > limit || kib > limit) return -1
  return memory ? memory.mostBytes * maxMemoryRatio - memory.usedBytes : storedBytes((limit - kib) * 1024)
}

/** What an operator should know of Redis's memory. */
export function memoryWarningOf({ memoryRatio: ratio }: Reading): string | undefined {
  if (ratio === undefined)
    return 'Redis does not say how full it is, because INFO is refused: only BACKLOG_LIMIT bounds what is stored. Allow INFO to the user in REDIS_URL'
  return ratio > warnMemoryRatio
    ? `${Math.round(ratio * 100)} % of the memory that Redis may use is used; at 80 % senders get 503`
    : undefined
}
