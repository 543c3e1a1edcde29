import { timeOf } from '@posthorn/core'
import type { Job, Queue } from 'bullmq'
import { batchName, batchOptions } from '../names.js'
import { type Held, readBatchId } from './batches.js'
import type { Delivery } from './delivery.js'
import type { Pause } from './flood.js'
import type { Lane } from './lanes.js'
import type { Alone } from './one-at-a-time.js'
import { type Batch, pack, type RunCounts } from './pack.js'

/**
 * The result of a worker's run. `recorded`: all have their outcome. `handed_back`: the process is
 * stopping, and an infrastructure failure kept it from finishing. `set_aside`: an error that is not known to
 * be the fault of the payload or of Postgres. Several deliveries are then taken apart, and a single one
 * waits, so that its neighbours are posted. None of these uses up a delivery's tries.
 */
type WorkResult = 'recorded' | 'handed_back' | 'set_aside'

/** Edits of posts that may still be waiting. All others of the batch have their outcome. */
type Postponed = { postponed: Delivery[] }

/** What becomes of a job. `postponed`: it is an edit that waits for its post. */
type JobResult = WorkResult | 'postponed'

/** How a worker processes deliveries. */
export type Work = {
  /**
   * Posts batches that run for the first time, or one delivery. Long work pauses now and then to let others
   * go first.
   */
  post: (deliveries: Delivery[], tries: number, lane: Lane, pause?: Pause) => Promise<WorkResult | Postponed>
  /**
   * Records that a delivery cannot be posted: alone, it threw three times, or its process died under it five
   * times.
   */
  giveUp: (delivery: Delivery, tries: number) => Promise<WorkResult>
  /** Called with the error that `post` threw, and the job's deliveries. The batch is retried. */
  threw: (error: Error, deliveries: Delivery[]) => void
}

/** A running worker's lane. */
export type RunningLane = {
  lane: Lane
  queue: Queue
  work: Work
  /** Posts batches that run for the first time, together with other waiting batches. */
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
  const together = postTogether(async deliveries => {
    const end = await work.post(deliveries, 1, lane)
    return typeof end === 'string' ? end : apart(queue, end.postponed, { delay: postponedMs(end.postponed) })
  }, atOnce)
  return { lane, queue, work, together, alone }
}

/**
 * Posts a batch, or takes its next step after it threw or its process died (docs/decisions/013).
 */
export async function runBatch(
  running: RunningLane,
  job: Job,
  { deliveries, ...counts }: Batch,
): Promise<JobResult> {
  const tries = job.attemptsMade + job.stalledCounter + 1
  const [only, ...more] = deliveries
  if (!only || (more.length > 0 && tries === 1)) return postWhole(running, job, deliveries)
  if (more.length > 0) return apart(running.queue, deliveries, { priority: job.priority })
  if (counts.threw >= maxThrows) return running.work.giveUp(only, tries)
  if (job.stalledCounter === 0) return postOne(running, job, only, counts, tries)
  return running.alone(() => postSuspect(running, job, only, counts, tries))
}

/** Posts a batch. If it is set aside, its deliveries run one by one, so that only the affected ones wait. */
async function postWhole(running: RunningLane, job: Job, deliveries: Delivery[]): Promise<JobResult> {
  const end = await postFirst(running, job, deliveries)
  return end === 'set_aside' ? apart(running.queue, deliveries, { priority: job.priority }) : end
}

/** Batches that were taken apart stay apart. */
function postFirst(running: RunningLane, job: Job, deliveries: Delivery[]) {
  const { lane, together } = running
  return isWhole(job) ? together(deliveries, jobWeight(job, lane)) : postAlone(running, job, deliveries, 1)
}

/** Posts what was taken apart, and a batch that stays alone because its process died. */
async function postAlone(
  { lane, work, queue }: RunningLane,
  job: Job,
  deliveries: Delivery[],
  tries: number,
) {
  const end = await work.post(deliveries, tries, lane)
  if (typeof end === 'string') return end
  const isItself = end.postponed.some(({ id }) => id === job.id)
  return isItself ? 'postponed' : apart(queue, end.postponed, { delay: postponedMs(end.postponed) })
}

/**
 * Returns how long edits wait until they look again whether their posts are there: a quarter of their age, at least 250 ms
 * and at most 10 s.
 */
export function postponedMs([oldest]: Delivery[]): number {
  const ageMs = Date.now() - timeOf(oldest?.id ?? '')
  return Math.min(Math.max(ageMs / 4, 250), 10_000)
}

/** How much of a post a job fills. A job that is posted by itself fills it. */
export function jobWeight(job: Job, lane: Lane): number {
  return isWhole(job) ? weightOf(readBatchId(job.id ?? ''), lane) : fullWeight
}

const isWhole = (job: Job) => job.name === batchName

/**
 * Counts exceptions here, because BullMQ's own count includes Redis's errors, and infrastructure failures use
 * up no try.
 */
async function postOne(running: RunningLane, job: Job, delivery: Delivery, counts: RunCounts, tries: number) {
  try {
    if (tries === 1 && isWhole(job)) return await postWhole(running, job, [delivery])
    return await postAlone(running, job, [delivery], tries)
  } catch (error) {
    // if Redis rejects this, the delivery has one more try
    await job.updateData(pack([delivery], { ...counts, threw: counts.threw + 1 })).catch(() => {})
    throw error
  }
}

/**
 * Runs a delivery whose process died: it, or a neighbour of that moment, may have been the cause. Suspects
 * run one after another and are counted when they begin, so that a bystander is never given up instead of the
 * culprit. The death that made it a suspect is the first. A run that is handed back or set aside is not a
 * death.
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

/**
 * Enqueues each delivery of a failed batch alone, in the same lane, so that one failure never delays its
 * neighbours.
 */
async function apart(
  queue: Queue,
  deliveries: Delivery[],
  options: { priority: number } | { delay: number },
): Promise<'recorded'> {
  await queue.addBulk(
    deliveries.map(delivery => ({
      name: 'one',
      data: pack([delivery]),
      opts: { ...batchOptions, ...options, jobId: delivery.id },
    })),
  )
  return 'recorded'
}

/** A full post: in the shared lane 500 deliveries or 512 Ki characters of payloads, as in a batch. */
export const fullWeight = 500

/**
 * In the flood lane a quarter of the characters, or 31 posts beyond one per delivery, because others wait for
 * it.
 */
const floodWeight = { kib: 4, furtherPost: 16 }

/** How much of a post a batch fills, where `fullWeight` is a full one. */
export function weightOf({ deliveries, posts, kib }: Held, lane: Lane): number {
  if (lane === 'shared') return Math.max(deliveries, kib)
  return Math.max(deliveries, kib * floodWeight.kib, (posts - deliveries) * floodWeight.furtherPost)
}

type Waiting<End> = {
  deliveries: Delivery[]
  weight: number
  resolve: (end: End) => void
  reject: (error: unknown) => void
}

/**
 * Group commit at the worker: batches that arrive during a post are posted together after it. Another post
 * starts in parallel, up to `atOnce`, if they fill it: it is composed while Postgres writes. If a combined
 * post throws or is set aside, its batches are posted one by one, so that each gets its own outcome.
 */
export function postTogether<End extends string>(
  post: (deliveries: Delivery[]) => Promise<End>,
  atOnce: number,
) {
  const waiting: Waiting<End>[] = []
  let weight = 0
  let underWay = 0

  const begin = () => {
    const isDue = underWay === 0 ? waiting.length > 0 : underWay < atOnce && weight >= fullWeight
    if (!isDue) return
    underWay++
    void postGroup(take()).finally(() => {
      underWay--
      begin()
    })
  }

  const take = (): Waiting<End>[] => {
    let taken = 0
    const beyond = waiting.findIndex(each => {
      taken += each.weight
      return taken > fullWeight
    })
    const group = waiting.splice(0, beyond < 0 ? waiting.length : Math.max(beyond, 1))
    weight -= group.reduce((sum, each) => sum + each.weight, 0)
    return group
  }

  const postGroup = async (group: Waiting<End>[]): Promise<void> => {
    const all = group.flatMap(({ deliveries }) => deliveries)
    try {
      const end = await post(all)
      const isApart = end === 'set_aside' && group.length > 1
      if (!isApart) return group.forEach(({ resolve }) => void resolve(end))
    } catch (error) {
      if (group.length === 1) return group[0]?.reject(error)
    }
    for (const each of group) await postGroup([each])
  }

  return (deliveries: Delivery[], ownWeight: number): Promise<End> =>
    new Promise((resolve, reject) => {
      waiting.push({ deliveries, weight: ownWeight, resolve, reject })
      weight += ownWeight
      begin()
    })
}
