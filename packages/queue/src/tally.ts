import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from './connection/connection.js'
import { withTimeout } from './with-timeout.js'

/** How long after the first count Redis gets it, together with everything counted meanwhile. */
const tellAfterMs = 1000

/** Fields that wait to be stored. While Redis is away, no more are added. */
const maxUntold = 10_000

const closeWithinMs = 1000

/** Counts in memory, and stores new counts in Redis about once a second. */
export type Tally = {
  /** Costs nothing but memory. */
  count: (field: string) => void
  /** Stores what is left, if Redis takes it within a second. */
  close: () => Promise<void>
}

/**
 * Counts that cannot be stored are stored later. A killed process loses the counts of about a second.
 * @param write adds counts, by field, to what Redis has
 */
export function openTally(
  redis: Redis,
  write: (writing: ChainableCommander, counts: Map<string, number>) => void,
): Tally {
  let untold = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const add = (field: string, by: number) => {
    if (untold.size < maxUntold || untold.has(field)) untold.set(field, (untold.get(field) ?? 0) + by)
    timer ??= setTimeout(tell, tellAfterMs)
  }
  const store = async (counts: Map<string, number>) => {
    const writing = redis.multi()
    write(writing, counts)
    return (await writing.exec())?.every(([error]) => error === null) ?? false
  }
  const tell = async () => {
    timer = undefined
    const telling = untold
    untold = new Map()
    const isTold = isReady(redis) && (await store(telling).catch(() => false))
    if (!isTold) for (const [field, by] of telling) add(field, by)
  }
  return {
    count: field => add(field, 1),
    close: async () => {
      clearTimeout(timer)
      if (untold.size > 0) await withTimeout(tell(), closeWithinMs, undefined)
      clearTimeout(timer)
    },
  }
}
