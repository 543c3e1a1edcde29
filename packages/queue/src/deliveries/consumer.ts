import { type Job, Queue, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { batchName, batchOptions, type Delivery, defaultPrefix, floodName, queueName } from './delivery.js'
import { type FloodPace, openFloodPace } from './flood-pace.js'
import { holdBatches } from './held-batches.js'
import type { Lane } from './lanes.js'
import { type Batch, type Counts, pack, unpack } from './pack.js'
import { fullWeight, postTogether, weightOf } from './together.js'

/** What a worker does with what it takes. */
export type Work = {
  /** Post batches that run for the first time, or one delivery. `handed_back`: the process is stopping and trouble that is ours kept it from finishing. */
  post: (deliveries: Delivery[], tries: number, lane: Lane) => Promise<'recorded' | 'handed_back'>
  /** Record that this delivery can never be posted: alone, it threw three times, or its process died under it five times. */
  giveUp: (delivery: Delivery, tries: number) => Promise<'recorded' | 'handed_back'>
  /** Told of what `post` threw; the batch is tried again. */
  threw: (error: Error) => void
}

export type ConsumerOptions = {
  prefix?: string
  /** Posts of the shared lane at once: while a full one is being written by Postgres the next is rendered. */
  concurrency?: number
  /** How long a dead worker's batch stays its own, and how often such batches are looked for. */
  lockDurationMs?: number
  stalledIntervalMs?: number
}

export type Consumer = {
  /** Batches in the failed set: none by construction. */
  failed: () => Promise<number>
  /** Stop taking, finish what was taken, let go. */
  close: () => Promise<void>
}

/** Batches of the flood lane at once: what is small has the other hands of every process for itself. */
const floodConcurrency = 1

const maxThrows = 3
const maxDeaths = 5
const maxBackoffMs = 5000

/**
 * Take batches from Redis, as long as the process lives (ARCHITECTURE.md, Decisions).
 * @param redis a connection that waits; the consumer does not close it
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
    const hold = holdBatches(concurrency, batches => {
      if (lane === 'shared') worker.concurrency = batches
    })
    const process = processor(queue, paced(work, pace), { lane, atOnce: concurrency, alone, hold })
    const worker: Worker = new Worker(name, process, {
      ...connection,
      concurrency,
      lockDuration: lockDurationMs,
      stalledInterval: stalledIntervalMs,
      maxStalledCount: 1_000_000, // the default fails a batch after two killed workers
      settings: { backoffStrategy: tries => Math.min(50 * 2 ** Math.min(tries, 10), maxBackoffMs) },
    })
    // A lost Redis is waited for; without a listener its errors would end the process.
    queue.on('error', () => {})
    worker.on('error', () => {})
    worker.on('failed', (_job, error) => work.threw(error))
    return { queue, worker }
  }
  const lanes = [open('shared', queueName, concurrency), open('flood', floodName, floodConcurrency)]
  await Promise.all(lanes.map(({ worker }) => worker.waitUntilReady()))
  return {
    failed: async () => {
      const counts = await Promise.all(lanes.map(({ queue }) => queue.getFailedCount()))
      return counts.reduce((sum, count) => sum + count)
    },
    close: async () => {
      await Promise.all(lanes.map(({ worker }) => worker.close()))
      await Promise.all(lanes.map(({ queue }) => queue.close()))
    },
  }
}

/** Work that lets one hook's flood have a share of the time only. */
function paced(work: Work, pace: FloodPace): Work {
  return {
    ...work,
    post: (deliveries, tries, lane) => {
      if (lane === 'flood') return pace.flood(deliveries, () => work.post(deliveries, tries, lane))
      pace.sawShared(deliveries)
      return work.post(deliveries, tries, lane)
    },
  }
}

type Means = { lane: Lane; atOnce: number; alone: Alone; hold: ReturnType<typeof holdBatches> }

/** The one place that turns what became of a batch into a BullMQ verb. */
function processor(queue: Queue, work: Work, { lane, atOnce, alone, hold }: Means) {
  const together = postTogether(deliveries => work.post(deliveries, 1, lane), atOnce)

  return async (job: Job, token?: string) => {
    const batch = unpack(job.data)
    const weight = job.name === batchName ? weightOf(batch.deliveries) : fullWeight
    const end = await hold(weight, () => run(job, batch))
    switch (end) {
      case 'recorded':
        return
      case 'handed_back':
        await job.moveToWait(token)
        throw new WaitingError()
      default:
        end satisfies never
    }
  }

  async function run(job: Job, { deliveries, ...counts }: Batch) {
    const tries = job.attemptsMade + job.stalledCounter + 1
    const [only, ...more] = deliveries
    if (!only || (more.length > 0 && tries === 1)) return postFirst(job, deliveries)
    if (more.length > 0) return oneByOne(queue, deliveries, job.priority)
    if (counts.threw >= maxThrows) return work.giveUp(only, tries)
    if (job.stalledCounter === 0) return post(job, only, counts, tries)
    return alone(() => suspect(job, only, counts, tries))
  }

  /** What was taken apart stays so. */
  function postFirst(job: Job, deliveries: Delivery[]) {
    return job.name === batchName ? together(deliveries) : work.post(deliveries, 1, lane)
  }

  /** Counts here what is thrown: BullMQ's own count has Redis's errors too, and trouble that is ours uses up no chance. */
  async function post(job: Job, delivery: Delivery, counts: Counts, tries: number) {
    try {
      return await (tries === 1 ? postFirst(job, [delivery]) : work.post([delivery], tries, lane))
    } catch (error) {
      // when Redis does not take it the delivery has one chance more
      await job.updateData(pack([delivery], { ...counts, threw: counts.threw + 1 })).catch(() => {})
      throw error
    }
  }

  /**
   * A delivery whose process died: it, or a neighbour of that moment, may have been the cause. Suspects run one after
   * another and are counted when they truly begin, so that a bystander is never given up for the culprit. The death
   * that made it a suspect is the first; a run that is handed back was no death.
   */
  async function suspect(job: Job, delivery: Delivery, counts: Counts, tries: number) {
    if (counts.started >= maxDeaths - 1) return work.giveUp(delivery, tries)
    const begun = { ...counts, started: counts.started + 1 }
    await job.updateData(pack([delivery], begun))
    const end = await post(job, delivery, begun, tries)
    if (end === 'handed_back') await job.updateData(pack([delivery], counts))
    return end
  }
}

/** What did not go through together is taken one by one in its lane, so that trouble of one never holds up its neighbours. */
async function oneByOne(queue: Queue, deliveries: Delivery[], priority: number): Promise<'recorded'> {
  await queue.addBulk(
    deliveries.map(delivery => ({
      name: 'one',
      data: pack([delivery]),
      opts: { ...batchOptions, priority, jobId: delivery.id },
    })),
  )
  return 'recorded'
}

type Alone = ReturnType<typeof oneAtATime>

/** Runs what it is handed strictly one after another. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = last.then(task, task)
    last = next.catch(() => {}) // its own caller hears of it
    return next
  }
}
