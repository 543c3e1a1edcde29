import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { makeBatches } from '../deliveries/batches.js'
import type { Delivery } from '../deliveries/delivery.js'
import { openFloodOrder } from '../deliveries/flood-order.js'
import { ReplayAll } from '../maintenance/jobs.js'
import { reserveReplayIds } from './replay-ids.js'

/** A delivery to be sent again, under the id that it carries unless it was given one. `attempt` is its last try. */
export type SentAgain = Delivery & { attempt: string }

/** The next deliveries to send again, oldest first; none at the end. `replayId` is what began it all. */
export type NextPage = (replay: ReplayAll, replayId: string) => Promise<SentAgain[]>

export type Stores = { redis: Redis; prefix: string; deliveries: Queue; flood: Queue }

/** With more batches waiting than these, what is replayed waits too: Redis must not fill up with yesterday. */
const maxWaitingBatches = 100
const lookAgainMs = 100

/**
 * Send again what a job asks for, page by page, each saved when it is stored. When a process is killed in between the
 * next one stores the last page once more, under the same ids.
 */
export async function replayAll(
  job: Job,
  nextPage: NextPage,
  stores: Stores,
  stopping: AbortSignal,
): Promise<'done' | 'handed_back'> {
  const replay = ReplayAll.parse(job.data)
  while (await room([stores.deliveries, stores.flood], stopping)) {
    const page = await nextPage(replay, job.id ?? '')
    const last = page.at(-1)
    if (last) await store(page, stores)
    // what somebody else sent again meanwhile is not among the pages: at the end all is done
    const done = last ? Math.min(replay.done + page.length, replay.total) : replay.total
    Object.assign(replay, { done, after: last?.attempt ?? replay.after })
    await job.updateData(replay)
    if (!last) return 'done'
  }
  return 'handed_back'
}

/** Behind what is sent today: a replay of thousands must not keep a new delivery waiting. */
async function store(page: SentAgain[], { redis, prefix, flood }: Stores): Promise<void> {
  const wishes = page.map(({ attempt, id }) => ({ attempt, proposed: id }))
  const ids = await reserveReplayIds(redis, prefix, wishes)
  const again = page.map(({ attempt: _, ...delivery }, index) => ({
    ...delivery,
    id: ids[index] ?? delivery.id,
  }))
  const order = openFloodOrder(redis, prefix)
  await order.look()
  await flood.addBulk(makeBatches().flood(again, order))
}

/** Waits until the queue is short enough for more; false when the process is stopping. */
async function room(queues: Queue[], stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    const counts = await Promise.all(queues.map(queue => queue.getJobCountByTypes('wait', 'prioritized')))
    if (counts.reduce((sum, count) => sum + count) < maxWaitingBatches) return true
    await sleep(lookAgainMs, undefined, { signal: stopping }).catch(() => {}) // the stop itself
  }
  return false
}
