import type { Job } from 'bullmq'
import { Erasure } from '../chores.js'
import type { ChoreEnd } from '../replays/replay-all.js'

/** Erases the next part, and returns the erasure with its progress. Erasing a part twice changes nothing. */
export type ErasePart = (erasure: Erasure) => Promise<Erasure>

/** After this time other chores have their turn. */
const turnMs = 2000
/** The pause between turns, which also leaves Postgres some time. */
const pauseMs = 100

/** Runs an erasure part by part. The job stores its progress, so that another process continues after a kill. */
export async function runErasure(job: Job, erasePart: ErasePart, stopping: AbortSignal): Promise<ChoreEnd> {
  let erasure = Erasure.parse(job.data)
  const endsAtMs = Date.now() + turnMs
  while (!erasure.isDone) {
    if (stopping.aborted) return { end: 'handed_back' }
    if (Date.now() > endsAtMs) return { end: 'paused', waitMs: pauseMs }
    erasure = await erasePart(erasure)
    await job.updateData(erasure)
  }
  return { end: 'done' }
}
