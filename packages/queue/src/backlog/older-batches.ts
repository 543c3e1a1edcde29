import { idLength } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { areQueued, readQueuedIds, type Sample } from '../bullmq/queued-ids.js'
import { readBatchId } from '../deliveries/batches.js'
import { defaultPrefix } from '../names.js'

/** A delivery by its id, and a time by which its batch was stored. */
export type MaybeWaiting = { id: string; beforeMs: number }

/**
 * Returns for each delivery whether it may still be waiting or in progress: in a batch that was stored before its time, or in
 * a job of its own. Others that run alone, such as postponed edits, hold up nothing, in whatever number.
 * @throws if Redis does not answer
 */
export async function mayWait(
  redis: Redis,
  deliveries: MaybeWaiting[],
  prefix = defaultPrefix,
): Promise<boolean[]> {
  const [{ shared, flood }, alone] = await Promise.all([
    readQueuedIds(redis, prefix),
    areQueued(
      redis,
      prefix,
      deliveries.map(({ id }) => id),
    ),
  ])
  const oldestMs = Math.min(...[shared, flood].flatMap(Object.entries).map(oldestIn))
  return deliveries.map(({ beforeMs }, index) => alone[index] === true || oldestMs < beforeMs)
}

/** Lists without an order by time. What a long one hides may be older than everything. */
const unordered = new Set(['prioritized', 'active'])

function oldestIn([state, { length, oldest, newest }]: [string, Sample]): number {
  if (unordered.has(state) && length > oldest.length) return Number.NEGATIVE_INFINITY
  return Math.min(...[...oldest, ...newest].map(storedAtMs))
}

function storedAtMs(id: string): number {
  const isAlone = id.length === idLength && !id.includes('-')
  return isAlone ? Number.POSITIVE_INFINITY : (readBatchId(id).storedAtMs ?? Number.NEGATIVE_INFINITY)
}
