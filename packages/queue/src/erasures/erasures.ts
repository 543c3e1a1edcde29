import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { isMemoryFull } from '../backlog/memory.js'
import { type EraseWhat, Erasure, jobNames, maintenanceName, replayOptions } from '../chores.js'
import { type Away, away, unlessAway } from '../connection/unless-away.js'
import { defaultPrefix } from '../names.js'

/** `stopped`: why it ended early. */
type ErasureState = Erasure & { status: 'running' | 'done' | 'stopped' }

/** How the API has something erased. A worker does it. */
export type Erasures = {
  /** Begins an erasure. `away`: Redis does not answer, or has no room. Repeating the call with the same id changes nothing while it runs, and begins it again later. */
  begin: (id: string, what: EraseWhat) => Promise<{ outcome: 'kept' } | Away>
  /** Can be queried for a week. */
  progress: (
    id: string,
  ) => Promise<{ outcome: 'found'; progress: ErasureState } | { outcome: 'unknown' } | Away>
  close: () => Promise<void>
}

/**
 * Opens on first use, so that the rest of the process does not wait for Redis.
 * @param redis a connection that fails fast; the caller closes it
 */
export function openErasures(redis: Redis, prefix = defaultPrefix): Erasures {
  let opened: Queue<Erasure> | undefined
  const open = () => {
    if (opened) return opened
    opened = new Queue<Erasure>(maintenanceName, { connection: redis, prefix, skipVersionCheck: true })
    return opened.on('error', () => {}) // each call reports its own
  }
  return {
    begin: (id, what) =>
      unlessAway(redis, async () => {
        if (await isMemoryFull(redis)) return away
        const queue = open()
        const before = await queue.getJob(id)
        if (await before?.isCompleted()) await before?.remove()
        await queue.add(jobNames.erase, Erasure.parse({ what }), { ...replayOptions, jobId: id })
        return { outcome: 'kept' }
      }),
    progress: id =>
      unlessAway(redis, async () => {
        const job = await open().getJob(id)
        if (job?.name !== jobNames.erase) return { outcome: 'unknown' }
        const erasure = Erasure.parse(job.data)
        return { outcome: 'found', progress: { ...erasure, status: statusOf(erasure) } }
      }),
    close: async () => opened?.close(),
  }
}

function statusOf({ isDone, stopped }: Erasure): ErasureState['status'] {
  if (stopped !== '') return 'stopped'
  return isDone ? 'done' : 'running'
}
