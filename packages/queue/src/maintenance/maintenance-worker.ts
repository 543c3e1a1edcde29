import { DelayedError, type Job, type JobsOptions, Queue, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { frequentOptions, jobNames, jobOptions, maintenanceName } from '../chores.js'
import { isRefusal } from '../connection/connection.js'
import { type EntryBounds, openEntry } from '../entry/entry.js'
import { type ErasePart, runErasure } from '../erasures/run-erasure.js'
import { defaultPrefix, floodName, queueName } from '../names.js'
import { type NextPage, replayAll, type Stores } from '../replays/replay-all.js'
import { openReplayLimit } from '../replays/replay-ids.js'
import { withTimeout } from '../with-timeout.js'

/** The chores of a worker. */
export type Maintenance = {
  nextPage: NextPage
  erasePart: ErasePart
  /** Creates the coming days' partitions, and drops those that have expired. */
  rotatePartitions: () => Promise<object>
  /** Saves the processes’ counts of the last minutes to Postgres. */
  rollUpFigures: () => Promise<object>
  /** Adds posts to the index of words until `shouldYield`, which it asks after each batch, or until its time is over. */
  indexWords: (shouldYield: () => Promise<boolean>) => Promise<object>
  /** Deletes posts that are older than their channel keeps them, for as long as `indexWords`. */
  deletePosts: (shouldYield: () => Promise<boolean>) => Promise<object>
  /** Called with the error that a chore threw. The chore is retried. */
  threw: (chore: string, error: Error) => void
}

export type MaintenanceOptions = EntryBounds & {
  prefix?: string
  /** How often partitions are rotated, by all workers together. */
  keepDaysEveryMs?: number
  /** How often figures are rolled up, by all workers together. */
  rollUpEveryMs?: number
  /** How often new posts are added to the index of words, by all workers together. */
  indexWordsEveryMs?: number
  /** How often old posts are deleted, by all workers together. */
  deletePostsEveryMs?: number
  lockDurationMs?: number
  stalledIntervalMs?: number
}

const maxBackoffMs = 30_000
/** How long closing waits for a chore, which may wait for a silent Postgres. */
const finishWithinMs = 5000

/**
 * Runs chores until the process stops: one at a time over all workers, in order.
 * @param redis a connection that waits; it is not closed here
 */
export async function runMaintenance(redis: Redis, maintenance: Maintenance, options: MaintenanceOptions) {
  const { prefix = defaultPrefix } = options
  const { lockDurationMs = 10_000, stalledIntervalMs = 5000 } = options
  const connection = { connection: redis, prefix, skipVersionCheck: true }
  const queue = await openQueue(connection, options)
  const [deliveries, flood] = [new Queue(queueName, connection), new Queue(floodName, connection)]
  for (const each of [deliveries, flood]) each.on('error', () => {}) // they wait for a lost Redis
  const entry = await openEntry(redis, options)
  const stopping = new AbortController()
  const process = processor(
    maintenance,
    { redis, prefix, chore: entry.chore, limit: openReplayLimit(redis, prefix), deliveries, flood },
    stopping.signal,
  )
  const worker = new Worker(maintenanceName, process, {
    ...connection,
    lockDuration: lockDurationMs,
    stalledInterval: stalledIntervalMs,
    maxStalledCount: 1_000_000,
    settings: { backoffStrategy: tries => Math.min(500 * 2 ** Math.min(tries, 10), maxBackoffMs) },
  })
  worker.on('error', () => {})
  worker.on('failed', (job, error) => maintenance.threw(job?.name ?? '', error))
  return {
    close: async () => {
      stopping.abort()
      // another worker runs the unfinished chore again
      await withTimeout(worker.close(), finishWithinMs, undefined)
      await Promise.all([queue.close(), deliveries.close(), flood.close(), entry.close()])
    },
  }
}

type Schedules = Pick<
  MaintenanceOptions,
  'keepDaysEveryMs' | 'rollUpEveryMs' | 'indexWordsEveryMs' | 'deletePostsEveryMs'
>

/** Every worker sets the same schedules, so each stays one schedule with the same due times. */
async function openQueue(
  connection: { connection: Redis; prefix: string; skipVersionCheck: boolean },
  {
    keepDaysEveryMs = 3_600_000,
    rollUpEveryMs = 60_000,
    indexWordsEveryMs = 10_000,
    deletePostsEveryMs = 10_000,
  }: Schedules,
): Promise<Queue> {
  const queue = new Queue(maintenanceName, connection)
  queue.on('error', () => {})
  await queue.setGlobalConcurrency(1).catch(error => {
    if (!isRefusal(error)) throw error // Redis is full: the next worker that starts sets it, if none has
  })
  const schedule = (name: string, every: number, opts: JobsOptions) =>
    queue.upsertJobScheduler(name, { every }, { name, opts })
  await schedule(jobNames.rotatePartitions, keepDaysEveryMs, jobOptions)
  await schedule(jobNames.rollUpFigures, rollUpEveryMs, frequentOptions)
  await schedule(jobNames.indexWords, indexWordsEveryMs, frequentOptions)
  await schedule(jobNames.deletePosts, deletePostsEveryMs, frequentOptions)
  return queue
}

function processor(maintenance: Maintenance, stores: Stores, stopping: AbortSignal) {
  const shouldYield = async () => stopping.aborted || (await stores.deliveries.getWaitingCount()) > 0
  return async (job: Job, token?: string): Promise<object | undefined> => {
    if (job.name === jobNames.rotatePartitions) return maintenance.rotatePartitions()
    if (job.name === jobNames.rollUpFigures) return maintenance.rollUpFigures()
    if (job.name === jobNames.indexWords) return maintenance.indexWords(shouldYield)
    if (job.name === jobNames.deletePosts) return maintenance.deletePosts(shouldYield)
    const ended =
      job.name === jobNames.erase
        ? await runErasure(job, maintenance.erasePart, stopping)
        : await replayAll(job, maintenance.nextPage, stores, stopping)
    switch (ended.end) {
      case 'done':
        return undefined
      case 'paused':
        await job.moveToDelayed(Date.now() + ended.waitMs, token)
        throw new DelayedError()
      case 'handed_back':
        await job.moveToWait(token)
        throw new WaitingError()
      default:
        return ended satisfies never
    }
  }
}
