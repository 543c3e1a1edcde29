import type { Count } from '../limits/bill.js'

/**
 * A new job. Jobs with a priority above 0 wait behind those with a lower one. `awaited`: a caller waits for
 * the outcome.
 */
export type Job = { id: string; priority: number; data: object; awaited: boolean }

/** The jobs of each lane. */
export type Jobs = { shared: Job[]; flood: Job[] }

/** How batches reach BullMQ's queues. */
export type BatchStore = {
  /**
   * Counts calls and stores jobs. Returns false if a window is over its limit: then the calls are counted,
   * and nothing is stored. @throws a refusal if nothing was stored, any other error if something may have
   * been
   */
  store: (jobs: Jobs, counts: Count[]) => Promise<boolean>
  /** The lowest priority in the flood lane; undefined if it is empty. @throws if Redis does not answer */
  lowestPriority: () => Promise<number | undefined>
}

/** A process that posts small batches itself, next to storing them (`deliveries/own-batches.ts`). */
export type BatchOwner = {
  /** The owner of the locks of its batches. */
  token: string
  /** Whether it would post this batch. */
  wants: (job: Job) => boolean
  /** Posts a batch that the store has locked for it. `finish` completes the batch, or hands it to the workers. */
  begin: (job: Job, finish: (end: 'recorded' | 'handed_back') => Promise<void>) => void
}

/** The `processedBy` of a job that was the last in the queue. Worker names are not used. */
export const lastOne = 'last'
