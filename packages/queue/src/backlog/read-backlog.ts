import type { Redis } from 'ioredis'
import { readQueuedIds, type Sample } from '../bullmq/queued-ids.js'
import { type Held, readBatchId } from '../deliveries/batches.js'
import type { Lane } from '../deliveries/lanes.js'

/** The backlog at one look. */
export type Reading = {
  /** Accepted deliveries without an outcome; an estimate for a long backlog. */
  deliveries: number
  /** Their posts, and their payloads' length in units of 1,024 characters. */
  posts: number
  kib: number
  /** How long the oldest waiting batch has been there; 0 if there is none. */
  oldestWaitingMs: Record<Lane, number>
  /** Undefined if this Redis does not report it. */
  memory: Memory | undefined
  /** The used share of that memory, 0 to 1. */
  memoryRatio: number | undefined
}

/**
 * Counts the backlog by the ids of its batches, at the same cost for every length.
 * @throws if Redis does not answer
 */
export async function readBacklog(redis: Redis, prefix: string, nowMs: number): Promise<Reading> {
  const [{ shared, flood }, memory] = await Promise.all([readQueuedIds(redis, prefix), readMemory(redis)])
  const all = [shared, flood].flatMap(Object.values).map(count)
  const sum = (what: keyof Held) => all.reduce((total, held) => total + held[what], 0)
  const oldest = (...samples: Sample[]) => Math.max(...samples.map(sample => oldestMs(sample, nowMs)))
  return {
    deliveries: sum('deliveries'),
    posts: sum('posts'),
    kib: sum('kib'),
    oldestWaitingMs: {
      shared: oldest(shared.wait),
      flood: oldest(flood.wait, flood.prioritized),
    },
    memory,
    memoryRatio: memory && memory.usedBytes / memory.mostBytes,
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

/** The flood lane is not ordered by time, so the oldest batch of a long one may be missed. */
function oldestMs({ oldest, newest }: Sample, nowMs: number): number {
  return [...oldest, ...newest].reduce(
    (most, id) => Math.max(most, nowMs - (readBatchId(id).storedAtMs ?? nowMs)),
    0,
  )
}

/** The bytes that a Redis uses and may use, Infinity without a limit. */
type Memory = { usedBytes: number; mostBytes: number }

/** Returns undefined if Redis does not report its memory. Never rejects. */
export async function readMemory(redis: Redis): Promise<Memory | undefined> {
  const info = await redis.info('memory').catch(() => '')
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  const [usedBytes, mostBytes] = [figure('used_memory'), figure('maxmemory')]
  if (Number.isNaN(usedBytes + mostBytes)) return undefined
  return { usedBytes, mostBytes: mostBytes === 0 ? Number.POSITIVE_INFINITY : mostBytes }
}
