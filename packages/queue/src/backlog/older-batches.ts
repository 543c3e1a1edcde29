import type { Redis } from 'ioredis'
import { readQueuedIds, type Sample } from '../bullmq/queued-ids.js'
import { readBatchId } from '../deliveries/batch-id.js'
import { defaultPrefix } from '../names.js'

/**
 * Returns whether batches that were stored before `timeMs` may still be waiting or in progress. A list that is too long to
 * be read whole counts as one with such batches.
 * @throws if Redis does not answer
 */
export async function hasOlderBatches(
  redis: Redis,
  timeMs: number,
  prefix = defaultPrefix,
): Promise<boolean> {
  const { shared, flood } = await readQueuedIds(redis, prefix)
  return [shared, flood].flatMap(Object.values).some(sample => isOlder(sample, timeMs))
}

function isOlder({ length, oldest }: Sample, timeMs: number): boolean {
  return length > oldest.length || oldest.some(id => (readBatchId(id).storedAtMs ?? 0) < timeMs)
}
