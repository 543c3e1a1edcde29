import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from './connection/connection.js'
import { withTimeout } from './with-timeout.js'

/** Redis is told so long after the first count that it was not told of, of all that came meanwhile. */
const tellAfterMs = 1000

/** Fields that are counted here and not told yet; while Redis is away no more are begun. */
const maxUntold = 10_000

const closeWithinMs = 1000

/** Counts in memory, and tells Redis about once a second where something was counted. */
export type Tally = {
  /** Costs nothing but memory. */
  count: (field: string) => void
  /** Tells what was not told yet, if Redis takes it within a second. */
  close: () => Promise<void>
}

/**
 * What cannot be told is told later; what a process has not told when it is killed, the counts of about a second, is lost.
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
