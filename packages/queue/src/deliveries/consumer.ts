import { DelayedError, type Job, Queue, WaitingError } from 'bullmq'
import type { Redis } from 'ioredis'
import { drainWhenFull } from '../bullmq/drain-when-full.js'
import { LaneWorker } from '../bullmq/lane-worker.js'
import { defaultPrefix, floodName, queueName } from '../names.js'
import type { Delivery } from './delivery.js'
import { type FloodPace, openFloodPace } from './flood.js'
import type { Lane } from './lanes.js'
import { oneAtATime } from './one-at-a-time.js'
import { unpack } from './pack.js'
import {
  fullWeight,
  jobWeight,
  postponedMs,
  type RunningLane,
  runBatch,
  runningLane,
  type Work,
} from './run-batch.js'

export type ConsumerOptions = {
  prefix?: string
  /** Posts of the shared lane at once. While Postgres writes a full one, the next one is rendered. */
  concurrency?: number
  /** How long a dead worker's batch stays locked, and how often such batches are looked for. */
  lockDurationMs?: number
  stalledIntervalMs?: number
}

export type Consumer = {
  /** Batches in the failed set, which stays empty by construction. */
  failed: () => Promise<number>
  /** Stops consuming, finishes the batches in progress and releases its resources. */
  close: () => Promise<void>
}

/** Posts of the flood lane at once while no other owner sends, else one. The rest of each process is for small deliveries. */
const floodConcurrency = 2

const maxBackoffMs = 5000

/** How long a delivery that was set aside waits for its next try. Nothing waits behind it. */
const setAsideMs = 5000

/**
 * Consumes batches until the process stops (docs/decisions/013).
 * @param redis a connection that waits. The consumer does not close it
 */
export async function consume(redis: Redis, work: Work, options: ConsumerOptions = {}): Promise<Consumer> {
  const {
    prefix = defaultPrefix,
    concurrency = 2,
    lockDurationMs = 10_000,
    stalledIntervalMs = 5000,
  } = options
  const connection = { connection: redis, prefix, skipVersionCheck: true }
  const alone = oneAtATime()
  const pace = openFloodPace()
  const open = (lane: Lane, name: string, concurrency: number) => {
    const queue = new Queue(name, connection)
    const process = processor(runningLane(queue, lane, paced(work, pace), { atOnce: concurrency, alone }))
    const options = {
      ...connection,
      concurrency,
      lockDuration: lockDurationMs,
      stalledInterval: stalledIntervalMs,
      maxStalledCount: 1_000_000, // the default fails a batch after two killed workers
      settings: { backoffStrategy: (tries: number) => Math.min(50 * 2 ** Math.min(tries, 10), maxBackoffMs) },
    }
    const weights = { weightOf: (job: Job) => jobWeight(job, lane), fullWeight }
    const worker = new LaneWorker(name, process, options, weights)
    // the worker waits for a lost Redis, and without a listener its errors would end the process
    queue.on('error', () => {})
    worker.on('error', () => {})
    worker.on('failed', (job, error) => work.threw(error, job ? deliveriesIn(job) : []))
    return { queue, worker }
  }
  const lanes = [open('shared', queueName, concurrency), open('flood', floodName, floodConcurrency)]
  await Promise.all(lanes.map(({ worker }) => worker.waitUntilReady()))
  drainWhenFull(redis)
  return {
    failed: async () => {
      const counts = await Promise.all(lanes.map(({ queue }) => queue.getFailedCount()))
      return counts.reduce((sum, count) => sum + count)
    },
    close: async () => {
      pace.close()
      await Promise.all(lanes.map(({ worker }) => worker.close()))
      await Promise.all(lanes.map(({ queue }) => queue.close()))
    },
  }
}

/** Returns none if the job cannot be read, which may be why it failed. */
function deliveriesIn(job: Job): Delivery[] {
  try {
    return unpack(job.data).deliveries
  } catch {
    return []
  }
}

/** Limits the share of the time that one owner's flood gets. */
function paced(work: Work, pace: FloodPace): Work {
  return {
    ...work,
    post: (deliveries, tries, lane) => {
      if (lane === 'flood') return pace.flood(deliveries, pause => work.post(deliveries, tries, lane, pause))
      pace.sawShared(deliveries)
      return work.post(deliveries, tries, lane)
    },
  }
}

/** Maps a batch's outcome to a BullMQ action. */
function processor(lane: RunningLane) {
  return async (job: Job, token?: string) => {
    const batch = unpack(job.data)
    const end = await runBatch(lane, job, batch)
    switch (end) {
      case 'recorded':
        return
      case 'handed_back':
        await job.moveToWait(token)
        throw new WaitingError()
      case 'set_aside':
      case 'postponed':
        await job.moveToDelayed(
          Date.now() + (end === 'postponed' ? postponedMs(batch.deliveries) : setAsideMs),
          token,
        )
        throw new DelayedError()
      default:
        end satisfies never
    }
  }
}
