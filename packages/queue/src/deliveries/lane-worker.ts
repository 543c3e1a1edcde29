import { setTimeout as delay } from 'node:timers/promises'
import { type Job, type JobJson, type Processor, Worker, type WorkerOptions } from 'bullmq'
import { lastOne } from './quiet-scripts.js'
import { fullWeight } from './together.js'
import { wakeUp } from './wake-up.js'

/** How long a busy worker lets gather what nobody waits for. */
const gatherMs = 20
/** A worker that was handed a job so lately is busy. */
const busyForMs = 100
/** How many batches are taken to be posted together, while they are small. */
const maxSmallBatches = 64

/**
 * BullMQ's worker asks Redis for one job more whenever it has ended one, until there is none, and waits then. This one waits
 * at once when the job that it was handed was the last: what comes meanwhile has set the marker that ends the wait. While it
 * is busy it takes what nobody waits for a moment later: what comes meanwhile joins the same batch (`store-script.ts`).
 * It takes many batches at once while they are small, so that they are posted together; when what it holds fills a post, as
 * many as its options say and no more: the rest is for other workers, and nothing waits in here for the end of this one.
 */
export class LaneWorker extends Worker {
  readonly #fullBatches: number
  readonly #weightOf: (job: Job) => number
  #heldWeight = 0
  #wasLast = false
  /** It waits for a marker: whoever has taken one asks. */
  #waits = false
  #handedAtMs = Number.NEGATIVE_INFINITY

  /**
   * @param options `concurrency`: how many batches are taken at once that fill a post
   * @param weightOf what a job is to a post that is filled at `fullWeight`
   */
  constructor(
    name: string,
    process: Processor,
    options: WorkerOptions & { concurrency: number },
    weightOf: (job: Job) => number,
  ) {
    super(name, process, options)
    this.#fullBatches = options.concurrency
    this.#weightOf = weightOf
  }

  protected override getBlockTimeout(blockUntil: number): number {
    this.#waits = true
    // BullMQ would take the score of the last marker for a time that is over, and ask at once whether more has come.
    return super.getBlockTimeout(blockUntil === wakeUp.whenGathered ? 0 : blockUntil)
  }

  /** What is held is counted as it is taken: BullMQ takes all that it may before it begins the first. */
  protected override async nextJobFromJobData(
    jobData?: JobJson,
    jobId?: string,
    token?: string,
  ): Promise<Job> {
    if (jobData) this.#handedAtMs = performance.now()
    this.#wasLast = jobData?.processedBy === lastOne
    const job = await super.nextJobFromJobData(jobData, jobId, token)
    if (job) this.#hold(this.#weightOf(job))
    return job
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    const isTold = this.#wasLast && !this.#waits
    this.#waits = false
    if (isTold) return this.nextJobFromJobData()
    if (this.#lastMarker() === wakeUp.whenGathered && this.#isBusy()) await delay(gatherMs)
    return super.moveToActive(token, name)
  }

  /** Whatever came behind the last has woken somebody, who takes it. */
  override async processJob(job: Job, token: string, fetchNext: () => boolean = () => true) {
    const isWanted = () => fetchNext() && job.processedBy !== lastOne
    return super.processJob(job, token, isWanted).finally(() => this.#hold(-this.#weightOf(job)))
  }

  #hold(weight: number): void {
    this.#heldWeight += weight
    this.concurrency = this.#heldWeight < fullWeight ? maxSmallBatches : this.#fullBatches
  }

  #isBusy(): boolean {
    return performance.now() - this.#handedAtMs < busyForMs
  }

  /** BullMQ keeps the score of the marker that it took where subclasses do not see it; 0 when it took none. */
  #lastMarker(): number {
    return (this as unknown as { blockUntil: number }).blockUntil
  }
}
