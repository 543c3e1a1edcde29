import type { Redis } from 'ioredis'
import { type Held, readBatchId } from '../deliveries/batch-id.js'
import { floodName, queueName } from '../deliveries/delivery.js'
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

/** A longer list is read at its two ends only. */
const sampleSize = 500

/** Ids of batches: some of a list, or all of it. */
type Sample = { length: number; oldest: string[]; newest: string[] }

/**
 * Counts what waits by the ids of the batches, at the same cost however much it is.
 * @throws when Redis does not answer
 */
export async function readBacklog(redis: Redis, prefix: string, nowMs: number): Promise<Reading> {
  const queues = [`${prefix}:${queueName}`, `${prefix}:${floodName}`] as const
  const [present, memory] = await Promise.all([
    redis.exists(...queues.flatMap(queue => keysOf(queue))),
    redis.info('memory').catch(() => ''),
  ])
  // mostly nothing waits, and then that was all there is to ask
  const sample = (queue: string) => (present === 0 ? nothing : sampleQueue(redis, queue))
  const [shared, flood] = await Promise.all([sample(queues[0]), sample(queues[1])])
  const all = [shared, flood].flatMap(Object.values).map(count)
  const sum = (what: keyof Held) => all.reduce((total, held) => total + held[what], 0)
  const use = memoryIn(memory)
  const oldest = (...samples: Sample[]) => Math.max(...samples.map(sample => oldestMs(sample, nowMs)))
  return {
    deliveries: sum('deliveries'),
    posts: sum('posts'),
    kib: sum('kib'),
    oldestWaitingMs: {
      shared: oldest(shared.waiting),
      flood: oldest(flood.waiting, flood.prioritized, shared.prioritized), // an earlier version had one queue
    },
    memory: use,
    memoryRatio: use && use.usedBytes / use.mostBytes,
  }
}

/** Where BullMQ has what has no outcome yet: lists and sorted sets by turns. */
const keysOf = (queue: string) =>
  [`${queue}:wait`, `${queue}:prioritized`, `${queue}:active`, `${queue}:delayed`] as const

async function sampleQueue(redis: Redis, queue: string) {
  const [wait, sorted, held, later] = keysOf(queue)
  const [waiting, prioritized, active, delayed] = await Promise.all([
    sampleList(redis, wait),
    sampleSet(redis, sorted),
    sampleList(redis, held),
    sampleSet(redis, later),
  ])
  return { waiting, prioritized, active, delayed }
}

const empty: Sample = { length: 0, oldest: [], newest: [] }
const nothing = { waiting: empty, prioritized: empty, active: empty, delayed: empty }

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

function count({ length, oldest, newest }: Sample): Held {
  const known = (length > sampleSize ? [...oldest, ...newest] : oldest).map(readBatchId)
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
