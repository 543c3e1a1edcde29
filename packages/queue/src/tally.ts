import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from './connection/connection.js'
import { withTimeout } from './with-timeout.js'

/** How long after the first count Redis gets it, together with everything counted meanwhile. */
const flushAfterMs = 1000

/** Fields that wait to be stored. While Redis is away, no more are added. */
const maxPending = 10_000

const closeWithinMs = 1000

/** Counts in memory, and stores new counts in Redis about once a second. */
export type Tally = {
  /** Costs nothing but memory. */
  count: (field: string) => void
  /** Stores the remaining counts, if Redis responds within a second. */
  close: () => Promise<void>
}

/**
 * Counts that cannot be stored are stored later. A killed process loses the counts of about a second.
 * @param write adds counts, by field, to those in Redis
 */
export function openTally(
  redis: Redis,
  write: (writing: ChainableCommander, counts: Map<string, number>) => void | Promise<void>,
): Tally {
  let pending = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const add = (field: string, by: number) => {
    if (pending.size < maxPending || pending.has(field)) pending.set(field, (pending.get(field) ?? 0) + by)
    timer ??= setTimeout(flush, flushAfterMs)
  }
  const store = async (counts: Map<string, number>) => {
    const writing = redis.multi()
    await write(writing, counts)
    return (await writing.exec())?.every(([error]) => error === null) ?? false
  }
  const flush = async () => {
    timer = undefined
    const flushing = pending
    pending = new Map()
    const isStored = isReady(redis) && (await store(flushing).catch(() => false))
    if (!isStored) for (const [field, by] of flushing) add(field, by)
  }
  return {
    count: field => add(field, 1),
    close: async () => {
      clearTimeout(timer)
      if (pending.size > 0) await withTimeout(flush(), closeWithinMs, undefined)
      clearTimeout(timer)
    },
  }
}
