import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { ReplayAll } from '../chores.js'
import { type Delivery, ownerOf } from '../deliveries/delivery.js'
import type { Chore } from '../entry/chore.js'
import { type ReplayLimit, reserveReplayIds } from './replay-ids.js'

/**
 * A delivery to send again, under the id that it carries unless it already has another. `attempt` is its last
 * try.
 */
type SentAgain = Delivery & { attempt: string }

type Page = { deliveries: SentAgain[]; lookedAtUpTo: string | undefined }

/**
 * Returns the next deliveries to send again, oldest first, and the last id that was checked; undefined at the
 * end. `replayId` is the id of the whole replay.
 */
export type NextPage = (replay: ReplayAll, replayId: string) => Promise<Page>

export type Stores = {
  redis: Redis
  prefix: string
  chore: Chore
  limit: ReplayLimit
  deliveries: Queue
  flood: Queue
}

/** `paused`: the bounds leave no room, so other chores go first for `waitMs`. */
export type ChoreEnd = { end: 'done' | 'handed_back' } | { end: 'paused'; waitMs: number }

/**
 * While more batches than these are waiting, replays wait, too: Redis must not fill up with yesterday's
 * deliveries.
 */
const maxWaitingBatches = 100
const lookAgainMs = 100
/** How long a replay of an owner waits who has replayed too much today. */
const maxWaitMs = 60_000

/**
 * Runs a replay job page by page, as fast as the bounds of the entry point allow. The job stores
 * its progress. If the process is killed, the next one stores the last part again, under the same ids.
 */
export async function replayAll(
  job: Job,
  nextPage: NextPage,
  stores: Stores,
  stopping: AbortSignal,
): Promise<ChoreEnd> {
  const replay = ReplayAll.parse(job.data)
  while (await room([stores.deliveries, stores.flood], stopping)) {
    const allowance = await stores.chore.allowance(replay)
    if ('waitMs' in allowance) return { end: 'paused', ...allowance }
    const page = await nextPage(replay, job.id ?? '')
    const [first] = page.deliveries
    const over = first && stores.limit.over(ownerOf(first))
    if (over) return { end: 'paused', waitMs: Math.min(over.resetSeconds * 1000, maxWaitMs) }
    const stored = await store(page, allowance.cost, stores)
    const isDone = page.lookedAtUpTo === undefined
    Object.assign(
      replay,
      progress(replay, page, stored),
      isDone && { done: Math.max(replay.done, replay.total) },
    )
    await job.updateData(replay)
    if (isDone) return { end: 'done' }
  }
  return { end: 'handed_back' }
}

type Stored = { count: number; sent: number }

/** Pages skip deliveries that were replayed meanwhile, so fewer may be done than were counted at first. */
function progress(replay: ReplayAll, { deliveries, lookedAtUpTo }: Page, { count, sent }: Stored) {
  const done = replay.done + count
  const isWhole = count === deliveries.length
  const after = isWhole ? lookedAtUpTo : deliveries[count - 1]?.attempt
  return {
    done,
    total: Math.max(replay.total, done),
    sent: replay.sent + sent,
    after: after ?? replay.after,
  }
}

/**
 * Stores as many as the allowance admits. Returns how many, and how many of them under the ids that they came
 * with.
 */
async function store({ deliveries }: Page, cost: number, stores: Stores): Promise<Stored> {
  const { redis, prefix, chore, limit } = stores
  const [first, ...rest] = deliveries
  if (!first) return { count: 0, sent: 0 }
  let sent = 0
  const count = await chore.store([first, ...rest], cost, async chosen => {
    const proposals = chosen.map(({ attempt, id }) => ({ attempt, proposed: id }))
    const ids = await reserveReplayIds(redis, prefix, proposals)
    sent = ids.filter((id, index) => id === chosen[index]?.id).length
    return chosen.map(({ attempt: _, ...delivery }, index) => ({
      ...delivery,
      id: ids[index] ?? delivery.id,
    }))
  })
  await limit(ownerOf(first), count)
  return { count, sent }
}

/** Waits until the queue is short enough for more. Returns false if the process is stopping. */
async function room(queues: Queue[], stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    const counts = await Promise.all(queues.map(queue => queue.getJobCountByTypes('wait', 'prioritized')))
    if (counts.reduce((sum, count) => sum + count) < maxWaitingBatches) return true
    await sleep(lookAgainMs, undefined, { signal: stopping }).catch(() => {}) // the stop itself
  }
  return false
}
