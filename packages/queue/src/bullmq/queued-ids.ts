import { type JobType, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { floodName, queueName } from '../names.js'
import { checkAssumption, hasKnownKeys, type Warn } from './assumptions.js'
import { tricksOf } from './tricks.js'

/** Ids of jobs: both ends of a long list, all of a short one. */
export type Sample = { length: number; oldest: string[]; newest: string[] }

/** The jobs of a queue that are not done. */
type QueuedIds = Record<(typeof states)[number], Sample>

/** A longer list is read only at its two ends. */
const sampleSize = 500
const states = ['wait', 'prioritized', 'active', 'delayed'] as const
const empty: Sample = { length: 0, oldest: [], newest: [] }
const nothing: QueuedIds = { wait: empty, prioritized: empty, active: empty, delayed: empty }

/** Warns if the keys of BullMQ's queues have other names. `readQueuedIds` asks BullMQ then. */
export function checkKeys(redis: Redis, warn?: Warn): void {
  if (tricksOf(redis).readKeys)
    checkAssumption('the names of BullMQ’s keys (queued-ids.ts)', hasKnownKeys(), warn)
}

/** Reads the ids of both lanes, at the same cost for every length. @throws if Redis does not answer */
export async function readQueuedIds(redis: Redis, prefix: string) {
  const isDirect = tricksOf(redis).readKeys && hasKnownKeys()
  const keys = [queueName, floodName].flatMap(name => states.map(state => `${prefix}:${name}:${state}`))
  // mostly both lanes are empty, so that this is the only question
  if (isDirect && (await redis.exists(...keys)) === 0) return { shared: nothing, flood: nothing }
  const read = isDirect ? readKeys : askBullmq
  const [shared, flood] = await Promise.all([read(redis, prefix, queueName), read(redis, prefix, floodName)])
  return { shared, flood }
}

/** Returns which of these jobs exist in one of the lanes. @throws if Redis does not answer */
export async function areQueued(redis: Redis, prefix: string, ids: string[]): Promise<boolean[]> {
  const isDirect = tricksOf(redis).readKeys && hasKnownKeys()
  const lanes = [queueName, floodName]
  if (isDirect)
    return Promise.all(
      ids.map(async id => (await redis.exists(...lanes.map(lane => `${prefix}:${lane}:${id}`))) > 0),
    )
  const queues = lanes.map(lane => openQueue(redis, prefix, lane))
  try {
    return await Promise.all(
      ids.map(async id => (await Promise.all(queues.map(queue => queue.getJob(id)))).some(Boolean)),
    )
  } finally {
    for (const queue of queues) await queue.close()
  }
}

async function readKeys(redis: Redis, prefix: string, name: string): Promise<QueuedIds> {
  const read = (state: (typeof states)[number]) =>
    (state === 'wait' || state === 'active' ? list : sorted)(redis, `${prefix}:${name}:${state}`)
  return byState(states.map(read))
}

async function byState(samples: Promise<Sample>[]): Promise<QueuedIds> {
  const [wait = empty, prioritized = empty, active = empty, delayed = empty] = await Promise.all(samples)
  return { wait, prioritized, active, delayed }
}

/** BullMQ adds new jobs at a list's head. */
async function list(redis: Redis, key: string): Promise<Sample> {
  const [length, oldest, newest] = await Promise.all([
    redis.llen(key),
    redis.lrange(key, -sampleSize, -1),
    redis.lrange(key, 0, sampleSize - 1),
  ])
  return { length, oldest, newest }
}

async function sorted(redis: Redis, key: string): Promise<Sample> {
  const [length, oldest, newest] = await Promise.all([
    redis.zcard(key),
    redis.zrange(key, '0', `${sampleSize - 1}`),
    redis.zrange(key, `-${sampleSize}`, '-1'),
  ])
  return { length, oldest, newest }
}

function openQueue(redis: Redis, prefix: string, name: string): Queue {
  const queue = new Queue(name, { connection: redis, prefix, skipVersionCheck: true, skipMetasUpdate: true })
  queue.on('error', () => {}) // the questions report their own
  return queue
}

/** The same by BullMQ's documented interface, with more questions. */
async function askBullmq(redis: Redis, prefix: string, name: string): Promise<QueuedIds> {
  const queue = openQueue(redis, prefix, name)
  const sample = async (state: JobType): Promise<Sample> => {
    const [length, oldest, newest] = await Promise.all([
      queue.getJobCountByTypes(state),
      queue.getRanges([state], 0, sampleSize - 1, true),
      queue.getRanges([state], 0, sampleSize - 1, false),
    ])
    return { length, oldest, newest }
  }
  try {
    return await byState(states.map(sample))
  } finally {
    await queue.close()
  }
}
