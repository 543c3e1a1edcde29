import { setTimeout as delay } from 'node:timers/promises'
import { type Job, type JobJson, Worker } from 'bullmq'
import { lastOne } from './quiet-scripts.js'
import { wakeUp } from './wake-up.js'

/** How long a busy worker lets gather what nobody waits for. */
const gatherMs = 20
/** A worker that was handed a job so lately is busy. */
const busyForMs = 100

/**
 * BullMQ's worker asks Redis for one job more whenever it has ended one, until there is none, and waits then. This one waits
 * at once when the job that it was handed was the last: what comes meanwhile has set the marker that ends the wait. While it
 * is busy it takes what nobody waits for a moment later: what comes meanwhile joins the same batch (`store-script.ts`).
 */
export class LaneWorker extends Worker {
  #wasLast = false
  /** It waits for a marker: whoever has taken one asks. */
  #waits = false
  #handedAtMs = Number.NEGATIVE_INFINITY

  protected override getBlockTimeout(blockUntil: number): number {
    this.#waits = true
    // BullMQ would take the score of the last marker for a time that is over, and ask at once whether more has come.
    return super.getBlockTimeout(blockUntil === wakeUp.whenGathered ? 0 : blockUntil)
  }

  protected override nextJobFromJobData(jobData?: JobJson, jobId?: string, token?: string): Promise<Job> {
    if (jobData) this.#handedAtMs = performance.now()
    this.#wasLast = jobData?.processedBy === lastOne
    return super.nextJobFromJobData(jobData, jobId, token)
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    const isTold = this.#wasLast && !this.#waits
    this.#waits = false
    if (isTold) return this.nextJobFromJobData()
    if (this.#lastMarker() === wakeUp.whenGathered && this.#isBusy()) await delay(gatherMs)
    return super.moveToActive(token, name)
  }

  /** Whatever came behind the last has woken somebody, who takes it. */
  override processJob(job: Job, token: string, fetchNext: () => boolean = () => true) {
    return super.processJob(job, token, () => fetchNext() && job.processedBy !== lastOne)
  }

  #isBusy(): boolean {
    return performance.now() - this.#handedAtMs < busyForMs
  }

  /** BullMQ keeps the score of the marker that it took where subclasses do not see it; 0 when it took none. */
  #lastMarker(): number {
    return (this as unknown as { blockUntil: number }).blockUntil
  }
}
