import type { Job, Queue } from 'bullmq'
import { batchName, batchOptions } from '../names.js'
import { readBatchId } from './batch-id.js'
import type { Delivery } from './delivery.js'
import type { Pause } from './flood-pace.js'
import type { Lane } from './lanes.js'
import type { Alone } from './one-at-a-time.js'
import { type Batch, pack, type RunCounts } from './pack.js'
import { fullWeight, postTogether, weightOf } from './together.js'

/**
 * What became of deliveries that a worker took. `recorded`: all have their outcome. `handed_back`: the process is
 * stopping and trouble that is ours kept it from finishing. `set_aside`: an error that is not known to be the payload's
 * fault, nor Postgres's: several deliveries are taken apart, and one waits, so that its neighbours are posted. None of
 * these uses up a delivery's tries and there is nothing to add, so it is a word.
 */
export type WorkResult = 'recorded' | 'handed_back' | 'set_aside'

/** What a worker does with what it takes. */
export type Work = {
  /** Post batches that run for the first time, or one delivery. What takes long pauses now and then, so that others go first. */
  post: (deliveries: Delivery[], tries: number, lane: Lane, pause?: Pause) => Promise<WorkResult>
  /** Record that this delivery can never be posted: alone, it threw three times, or its process died under it five times. */
  giveUp: (delivery: Delivery, tries: number) => Promise<WorkResult>
  /** Told of what `post` threw; the batch is tried again. */
  threw: (error: Error) => void
}

/** A lane of a worker that runs. */
export type RunningLane = {
  lane: Lane
  queue: Queue
  work: Work
  /** Posts batches that run for the first time, together with what waits beside them. */
  together: (deliveries: Delivery[], weight: number) => Promise<WorkResult>
  alone: Alone
}

const maxThrows = 3
const maxDeaths = 5

export function runningLane(
  queue: Queue,
  lane: Lane,
  work: Work,
  { atOnce, alone }: { atOnce: number; alone: Alone },
): RunningLane {
  const together = postTogether(deliveries => work.post(deliveries, 1, lane), atOnce)
  return { lane, queue, work, together, alone }
}

/** Posts a batch, or what is left to be done with one that threw or was found with a dead process (ARCHITECTURE.md, Decisions). */
export async function runBatch(
  running: RunningLane,
  job: Job,
  { deliveries, ...counts }: Batch,
): Promise<WorkResult> {
  const tries = job.attemptsMade + job.stalledCounter + 1
  const [only, ...more] = deliveries
  if (!only || (more.length > 0 && tries === 1)) return postWhole(running, job, deliveries)
  if (more.length > 0) return oneByOne(running.queue, deliveries, job.priority)
  if (counts.threw >= maxThrows) return running.work.giveUp(only, tries)
  if (job.stalledCounter === 0) return postOne(running, job, only, counts, tries)
  return running.alone(() => postSuspect(running, job, only, counts, tries))
}

/** Posts a batch. When that is set aside, its deliveries wait one by one, so that only those wait that have to. */
async function postWhole(running: RunningLane, job: Job, deliveries: Delivery[]): Promise<WorkResult> {
  const end = await postFirst(running, job, deliveries)
  return end === 'set_aside' ? oneByOne(running.queue, deliveries, job.priority) : end
}

/** What was taken apart stays so. */
function postFirst({ lane, work, together }: RunningLane, job: Job, deliveries: Delivery[]) {
  return isWhole(job) ? together(deliveries, jobWeight(job, lane)) : work.post(deliveries, 1, lane)
}

/** What a job is to a post; what is posted by itself fills one. */
export function jobWeight(job: Job, lane: Lane): number {
  return isWhole(job) ? weightOf(readBatchId(job.id ?? ''), lane) : fullWeight
}

const isWhole = (job: Job) => job.name === batchName

/** Counts here what is thrown: BullMQ's own count has Redis's errors too, and trouble that is ours uses up no chance. */
async function postOne(running: RunningLane, job: Job, delivery: Delivery, counts: RunCounts, tries: number) {
  const { work, lane } = running
  try {
    if (tries === 1 && isWhole(job)) return await postWhole(running, job, [delivery])
    return await work.post([delivery], tries, lane)
  } catch (error) {
    // when Redis does not take it the delivery has one chance more
    await job.updateData(pack([delivery], { ...counts, threw: counts.threw + 1 })).catch(() => {})
    throw error
  }
}

/**
 * A delivery whose process died: it, or a neighbour of that moment, may have been the cause. Suspects run one after
 * another and are counted when they truly begin, so that a bystander is never given up for the culprit. The death
 * that made it a suspect is the first; a run that is handed back or set aside was no death.
 */
async function postSuspect(
  running: RunningLane,
  job: Job,
  delivery: Delivery,
  counts: RunCounts,
  tries: number,
) {
  if (counts.started >= maxDeaths - 1) return running.work.giveUp(delivery, tries)
  const begun = { ...counts, started: counts.started + 1 }
  await job.updateData(pack([delivery], begun))
  const end = await postOne(running, job, delivery, begun, tries)
  if (end !== 'recorded') await job.updateData(pack([delivery], counts))
  return end
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
