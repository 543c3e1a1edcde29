import type { Redis } from 'ioredis'
import { readBatchId } from './batch-id.js'
import type { Lane } from './lanes.js'

/** What waits in Redis, as it was at one look. */
export type Reading = {
  /** Accepted and without an outcome; of a long backlog an estimate. */
  deliveries: number
  /** How long the oldest batch that nobody works on has been there; 0 when there is none. */
  oldestWaitingMs: Record<Lane, number>
  /** Of the memory that this Redis may use, how much it does: 0 to 1; 0 when it may use all, or does not say. */
  memoryRatio: number
}

/** A longer list is read at its two ends only. */
const sampleSize = 500

/** Ids of batches: some of a list, or all of it. */
type Sample = { length: number; oldest: string[]; newest: string[] }

/**
 * Counts what waits by the ids of the batches, at the same cost however much it is.
 * @param queue what BullMQ's keys begin with
 * @throws when Redis does not answer
 */
export async function readBacklog(redis: Redis, queue: string, nowMs: number): Promise<Reading> {
  const [shared, flood, active, delayed, memory] = await Promise.all([
    sampleList(redis, `${queue}:wait`),
    sampleSet(redis, `${queue}:prioritized`),
    sampleList(redis, `${queue}:active`),
    sampleSet(redis, `${queue}:delayed`),
    redis.info('memory').catch(() => ''),
  ])
  return {
    deliveries: [shared, flood, active, delayed].map(count).reduce((sum, number) => sum + number),
    oldestWaitingMs: { shared: oldestMs(shared, nowMs), flood: oldestMs(flood, nowMs) },
    memoryRatio: ratio(memory),
  }
}

/** BullMQ puts new batches at a list's head. */
async function sampleList(redis: Redis, key: string): Promise<Sample> {
  const [length, oldest, newest] = await Promise.all([
    redis.llen(key),
    redis.lrange(key, -sampleSize, -1),
    redis.lrange(key, 0, sampleSize - 1),
  ])
  return { length, oldest, newest }
}

async function sampleSet(redis: Redis, key: string): Promise<Sample> {
  const [length, oldest, newest] = await Promise.all([
    redis.zcard(key),
    redis.zrange(key, '0', `${sampleSize - 1}`),
    redis.zrange(key, `-${sampleSize}`, '-1'),
  ])
  return { length, oldest, newest }
}

function count({ length, oldest, newest }: Sample): number {
  const known = length > sampleSize ? [...oldest, ...newest] : oldest
  const deliveries = known.reduce((sum, id) => sum + readBatchId(id).deliveries, 0)
  return known.length === 0 ? 0 : Math.round((deliveries / known.length) * length)
}

function oldestMs({ oldest }: Sample, nowMs: number): number {
  return oldest.reduce((most, id) => Math.max(most, nowMs - (readBatchId(id).storedAtMs ?? nowMs)), 0)
}

function ratio(memory: string): number {
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(memory)?.[1] ?? 0)
  const allowed = figure('maxmemory')
  return allowed === 0 ? 0 : figure('used_memory') / allowed
}
