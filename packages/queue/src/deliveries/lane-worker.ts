import { type Job, type JobJson, Worker } from 'bullmq'
import { lastOne } from './quiet-scripts.js'

/**
 * BullMQ's worker asks Redis for one job more until there is none, and waits then. This one waits at once when the job that
 * it was handed was the last: what comes meanwhile has set the marker that ends the wait.
 */
export class LaneWorker extends Worker {
  #wasLast = false
  /** It waits for a marker: whoever has taken one asks. */
  #waits = false

  protected override getBlockTimeout(blockUntil: number): number {
    this.#waits = true
    return super.getBlockTimeout(blockUntil)
  }

  protected override nextJobFromJobData(jobData?: JobJson, jobId?: string, token?: string): Promise<Job> {
    this.#wasLast = jobData?.processedBy === lastOne
    return super.nextJobFromJobData(jobData, jobId, token)
  }

  protected override moveToActive(token: string, name?: string): Promise<Job> {
    const isTold = this.#wasLast && !this.#waits
    this.#waits = false
    return isTold ? this.nextJobFromJobData() : super.moveToActive(token, name)
  }
}
