import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { batchName, batchOptions } from '../names.js'
import { type Counted, countScript, settleAll, windowArguments, windowsOf } from './count-script.js'
import type { BatchStore, Job } from './jobs.js'

type Counting = Redis & { countCalls: (keysAndValues: (string | number)[]) => Promise<Counted> }

/** Stores batches as BullMQ documents it: the calls are counted first, then each lane gets its jobs. */
export function openDocumentedStore(redis: Redis, queues: { shared: Queue; flood: Queue }): BatchStore {
  redis.defineCommand('countCalls', { lua: `${countScript(1)}\nreturn {within, counts}` })
  return {
    store: async ({ shared, flood }, counts) => {
      if (counts.length > 0) {
        const asked = [counts.length, ...windowsOf(counts), ...windowArguments(counts)]
        if (!settleAll(counts, await (redis as Counting).countCalls(asked))) return false
      }
      try {
        await add(queues.shared, shared)
        await add(queues.flood, flood)
      } catch (error) {
        if (shared.length + flood.length === 1) throw error // the only command was refused, or not answered
        throw new Error('Some of these batches may be stored', { cause: error })
      }
      return true
    },
    lowestPriority: async () => {
      const [first] = await queues.flood.getPrioritized(0, 0)
      return first?.priority
    },
  }
}

async function add(queue: Queue, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return
  await queue.addBulk(
    jobs.map(({ id, priority, data }) => ({
      name: batchName,
      data,
      opts: { ...batchOptions, priority, jobId: id },
    })),
  )
}
