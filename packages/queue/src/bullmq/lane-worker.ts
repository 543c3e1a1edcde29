import { setTimeout as delay } from 'node:timers/promises'
import { type Job, type JobJson, type Processor, Worker, type WorkerOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import { checkAssumption, type Warn } from './assumptions.js'
import { lastOne } from './jobs.js'
import { tricksOf } from './tricks.js'
import { wakeScores } from './wake-scores.js'

/** How long a busy worker waits while deliveries without waiting callers gather. */
const gatherMs = 20
/** A worker that got a job within this time is busy. */
const busyForMs = 100
/** How many small batches a worker takes, to post them together. */
const maxSmallBatches = 64

export type LaneWorkerOptions = WorkerOptions & {
  /** How many posts are processed at once. */
  concurrency: number
}

/** How much of a post each job fills. */
export type Weights = { weightOf: (job: Job) => number; fullWeight: number }

const overridden = ['getBlockTimeout', 'nextJobFromJobData', 'moveToActive', 'processJob']

/**
 * Returns how to open a worker: a `LaneWorker`, or BullMQ's own if the methods that it overrides are gone.
 */
export function workerOpener(redis: Redis, warn?: Warn) {
  const isOn = tricksOf(redis).laneWorker && canOverride(warn)
  return (name: string, process: Processor, options: LaneWorkerOptions, weights: Weights): Worker =>
    isOn ? new LaneWorker(name, process, options, weights) : new Worker(name, process, options)
}

function canOverride(warn: Warn | undefined): boolean {
  const prototype: object = Worker.prototype
  const holds =
    overridden.every(name => typeof Reflect.get(prototype, name) === 'function') &&
    /\bthis\.blockUntil\b/.test(String(Worker))
  return checkAssumption('the inner methods of BullMQ’s worker (lane-worker.ts)', holds, warn)
}

/**
 * After each job, BullMQ's worker asks Redis for another one until there is none, and then waits. This worker
 * waits at once after the last job: any job that arrives later sets the marker that ends the wait. While it
 * is busy, it fetches deliveries without waiting callers a moment later, so that more of them join the same
 * batch (`store-script.ts`). It takes many small batches, to post them together. Once they fill `concurrency` posts, it takes no
 * more batches than that. The rest is for other workers.
 */
class LaneWorker extends Worker {
  readonly #postsAtOnce: number
  readonly #weights: Weights
  #heldWeight = 0
  #wasLast = false
  /** A worker that waited for a marker asks once it has taken one. */
  #waits = false
  #handedAtMs = Number.NEGATIVE_INFINITY

  constructor(name: string, process: Processor, options: LaneWorkerOptions, weights: Weights) {
    super(name, process, options)
    this.#postsAtOnce = options.concurrency
    this.#weights = weights
  }

  protected override getBlockTimeout(blockUntil: number): number {
    this.#waits = true
    // BullMQ would read the last marker's score as a time in the past, and ask at once for more jobs
    return super.getBlockTimeout(blockUntil === wakeScores.whenGathered ? 0 : blockUntil)
  }

  /** Counts jobs as they are taken: BullMQ takes as many as it may before it begins the first. */
  protected override async nextJobFromJobData(
    jobData?: JobJson,
    jobId?: string,
    token?: string,
  ): Promise<Job> {
    if (jobData) this.#handedAtMs = performance.now()
    this.#wasLast = jobData?.processedBy === lastOne
    const job = await super.nextJobFromJobData(jobData, jobId, token)
    if (job) this.#hold(this.#weights.weightOf(job))
    return job
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    const waitsForMarker = this.#wasLast && !this.#waits
    this.#waits = false
    if (waitsForMarker) return this.nextJobFromJobData()
    if (this.#lastMarker() === wakeScores.whenGathered && this.#isBusy()) await delay(gatherMs)
    return super.moveToActive(token, name)
  }

  /** Any job that arrived after the last one has already woken a worker. */
  override async processJob(job: Job, token: string, fetchNext: () => boolean = () => true) {
    const isWanted = () => fetchNext() && job.processedBy !== lastOne
    return super.processJob(job, token, isWanted).finally(() => this.#hold(-this.#weights.weightOf(job)))
  }

  #hold(weight: number): void {
    this.#heldWeight += weight
    const isFull = this.#heldWeight >= this.#postsAtOnce * this.#weights.fullWeight
    this.concurrency = isFull ? this.#postsAtOnce : maxSmallBatches
  }

  #isBusy(): boolean {
    return performance.now() - this.#handedAtMs < busyForMs
  }

  /** The score of the marker that BullMQ took, which it hides from subclasses; 0 if it took none. */
  #lastMarker(): number {
    return (this as unknown as { blockUntil: number }).blockUntil
  }
}
