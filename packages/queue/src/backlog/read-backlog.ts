import type { Redis } from 'ioredis'
import { readQueuedIds, type Sample } from '../bullmq/queued-ids.js'
import { type Held, readBatchId } from '../deliveries/batch-id.js'
import type { Lane } from '../deliveries/lanes.js'

/** What waits in Redis, as it was at one look. */
export type Reading = {
  /** Accepted and without an outcome; of a long backlog an estimate. */
  deliveries: number
  /** What these become, and how long their payloads are: thousands of characters, to the power of two. */
  posts: number
  kib: number
  /** How long the oldest batch that nobody works on has been there; 0 when there is none. */
  oldestWaitingMs: Record<Lane, number>
  /** Bytes that this Redis uses and may use, Infinity without a limit; undefined when it does not say. */
  memory: Memory | undefined
  /** Of that memory, how much is used, 0 to 1. */
  memoryRatio: number | undefined
}

export type Memory = { usedBytes: number; mostBytes: number }

/**
 * Counts what waits by the ids of the batches, at the same cost however much it is.
 * @throws when Redis does not answer
 */
export async function readBacklog(redis: Redis, prefix: string, nowMs: number): Promise<Reading> {
  const [{ shared, flood }, memory] = await Promise.all([
    readQueuedIds(redis, prefix),
    redis.info('memory').catch(() => ''),
  ])
  const all = [shared, flood].flatMap(Object.values).map(count)
  const sum = (what: keyof Held) => all.reduce((total, held) => total + held[what], 0)
  const use = memoryIn(memory)
  const oldest = (...samples: Sample[]) => Math.max(...samples.map(sample => oldestMs(sample, nowMs)))
  return {
    deliveries: sum('deliveries'),
    posts: sum('posts'),
    kib: sum('kib'),
    oldestWaitingMs: {
      shared: oldest(shared.wait),
      flood: oldest(flood.wait, flood.prioritized, shared.prioritized), // an earlier version had one queue
    },
    memory: use,
    memoryRatio: use && use.usedBytes / use.mostBytes,
  }
}

function count({ length, oldest, newest }: Sample): Held {
  const known = (length > oldest.length ? [...oldest, ...newest] : oldest).map(readBatchId)
  const whole = (what: keyof Held) =>
    known.length === 0
      ? 0
      : Math.round((known.reduce((sum, held) => sum + held[what], 0) / known.length) * length)
  return { deliveries: whole('deliveries'), posts: whole('posts'), kib: whole('kib') }
}

/** The flood lane is not in order of time: of a long one the oldest may be among those not looked at. */
function oldestMs({ oldest, newest }: Sample, nowMs: number): number {
  return [...oldest, ...newest].reduce(
    (most, id) => Math.max(most, nowMs - (readBatchId(id).storedAtMs ?? nowMs)),
    0,
  )
}

function memoryIn(info: string): Memory | undefined {
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  const [usedBytes, mostBytes] = [figure('used_memory'), figure('maxmemory')]
  if (Number.isNaN(usedBytes + mostBytes)) return undefined
  return { usedBytes, mostBytes: mostBytes === 0 ? Number.POSITIVE_INFINITY : mostBytes }
}
