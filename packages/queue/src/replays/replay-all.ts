import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { makeBatches } from '../deliveries/batches.js'
import type { Delivery } from '../deliveries/delivery.js'
import { openFloodOrder } from '../deliveries/flood-order.js'
import { openStore } from '../deliveries/store-batches.js'
import { ReplayAll } from '../maintenance/jobs.js'
import { reserveReplayIds } from './replay-ids.js'

/** A delivery to be sent again, under the id that it carries unless it was given one. `attempt` is its last try. */
export type SentAgain = Delivery & { attempt: string }

/**
 * The next deliveries to send again, oldest first, and the last that was looked at; undefined at the end, where nothing
 * is left to look at. `replayId` is what began it all.
 */
export type NextPage = (
  replay: ReplayAll,
  replayId: string,
) => Promise<{ deliveries: SentAgain[]; lookedAtUpTo: string | undefined }>

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
    const { deliveries, lookedAtUpTo } = await nextPage(replay, job.id ?? '')
    const sent = replay.sent + (deliveries.length > 0 ? await store(deliveries, stores) : 0)
    // what somebody else sent again meanwhile is not among the pages: at the end all is done
    const done =
      lookedAtUpTo === undefined ? Math.max(replay.done, replay.total) : replay.done + deliveries.length
    const total = Math.max(replay.total, done)
    Object.assign(replay, { done, total, sent, after: lookedAtUpTo ?? replay.after })
    await job.updateData(replay)
    if (lookedAtUpTo === undefined) return 'done'
  }
  return 'handed_back'
}

/**
 * Behind what is sent today: a replay of thousands must not keep a new delivery waiting.
 * @returns how many go under the ids that they came with
 */
async function store(page: SentAgain[], { redis, prefix }: Stores): Promise<number> {
  const wishes = page.map(({ attempt, id }) => ({ attempt, proposed: id }))
  const ids = await reserveReplayIds(redis, prefix, wishes)
  const again = page.map(({ attempt: _, ...delivery }, index) => ({
    ...delivery,
    id: ids[index] ?? delivery.id,
  }))
  const order = openFloodOrder(redis, prefix)
  await order.look()
  await openStore(redis, prefix)({ shared: [], flood: makeBatches().flood(again, order) }, [])
  return again.filter(({ id }, index) => id === page[index]?.id).length
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
