import { type Job, type JobJson, type Processor, Worker, type WorkerOptions } from 'bullmq'

/** How many small batches a worker takes, to post them together. */
const maxSmallBatches = 64

export type LaneWorkerOptions = WorkerOptions & {
  /** How many posts are processed at once. */
  concurrency: number
}

/** How much of a post each job fills. */
export type Weights = { weightOf: (job: Job) => number; fullWeight: number }

/**
 * Takes many small batches, to post them together. Once they fill `concurrency` posts, it takes no more batches than that. The
 * rest is for other workers.
 */
export class LaneWorker extends Worker {
  readonly #postsAtOnce: number
  readonly #weights: Weights
  #heldWeight = 0

  constructor(name: string, process: Processor, options: LaneWorkerOptions, weights: Weights) {
    super(name, process, options)
    this.#postsAtOnce = options.concurrency
    this.#weights = weights
  }

  /** Counts jobs as they are taken: BullMQ takes as many as it may before it begins the first. */
  protected override async nextJobFromJobData(
    jobData?: JobJson,
    jobId?: string,
    token?: string,
  ): Promise<Job> {
    const job = await super.nextJobFromJobData(jobData, jobId, token)
    if (job) this.#hold(this.#weights.weightOf(job))
    return job
  }

  override async processJob(job: Job, token: string, fetchNext: () => boolean = () => true) {
    return super.processJob(job, token, fetchNext).finally(() => this.#hold(-this.#weights.weightOf(job)))
  }

  #hold(weight: number): void {
    this.#heldWeight += weight
    const isFull = this.#heldWeight >= this.#postsAtOnce * this.#weights.fullWeight
    this.concurrency = isFull ? this.#postsAtOnce : maxSmallBatches
  }
}
