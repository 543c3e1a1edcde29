import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { floodName, queueName } from '../names.js'

/** Ids of jobs: both ends of a long list, all of a short one. */
export type Sample = { length: number; oldest: string[]; newest: string[] }

/** The jobs of a queue that are not done. */
type QueuedIds = Record<(typeof states)[number], Sample>

/** A longer list is read only at its two ends. */
const sampleSize = 500
const states = ['wait', 'prioritized', 'active', 'delayed'] as const

type Lanes = { shared: Queue; flood: Queue }

/** The queues of each connection and prefix, because opening one takes longer than a question. */
const opened = new WeakMap<Redis, Map<string, Promise<Lanes>>>()

/** Reads the ids of both lanes, at the same cost for every length. @throws if Redis does not answer */
export async function readQueuedIds(redis: Redis, prefix: string) {
  const lanes = await openLanes(redis, prefix)
  const [shared, flood] = await Promise.all([idsIn(lanes.shared), idsIn(lanes.flood)])
  return { shared, flood }
}

/** Returns which of these jobs exist in one of the lanes. @throws if Redis does not answer */
export async function areQueued(redis: Redis, prefix: string, ids: string[]): Promise<boolean[]> {
  const lanes = Object.values(await openLanes(redis, prefix))
  const isIn = async (id: string) =>
    (await Promise.all(lanes.map(lane => lane.getJobState(id)))).some(state => state !== 'unknown')
  return Promise.all(ids.map(isIn))
}

async function idsIn(queue: Queue): Promise<QueuedIds> {
  const counts = await queue.getJobCounts(...states)
  const sample = async (state: (typeof states)[number]): Promise<Sample> => {
    const length = counts[state] ?? 0
    if (length === 0) return { length, oldest: [], newest: [] }
    const read = (isAscending: boolean) => queue.getRanges([state], 0, sampleSize - 1, isAscending)
    const [oldest, newest] = await Promise.all([read(true), read(false)])
    return { length, oldest, newest }
  }
  const [wait, prioritized, active, delayed] = await Promise.all([
    sample('wait'),
    sample('prioritized'),
    sample('active'),
    sample('delayed'),
  ])
  return { wait, prioritized, active, delayed }
}

function openLanes(redis: Redis, prefix: string): Promise<Lanes> {
  const ofConnection = opened.get(redis) ?? new Map<string, Promise<Lanes>>()
  opened.set(redis, ofConnection)
  const lanes = ofConnection.get(prefix) ?? open(redis, prefix)
  ofConnection.set(prefix, lanes)
  lanes.catch(() => ofConnection.delete(prefix)) // the next question opens them again
  return lanes
}

async function open(redis: Redis, prefix: string): Promise<Lanes> {
  const [shared, flood] = [queueName, floodName].map(
    name => new Queue(name, { connection: redis, prefix, skipVersionCheck: true, skipMetasUpdate: true }),
  ) as [Queue, Queue]
  for (const queue of [shared, flood]) queue.on('error', () => {}) // the questions report their own
  await Promise.all([shared.waitUntilReady(), flood.waitUntilReady()])
  return { shared, flood }
}
