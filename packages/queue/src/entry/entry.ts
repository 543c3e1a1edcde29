import type { Settings } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { type Backlog, type BacklogOptions, watchBacklog } from '../backlog/backlog.js'
import type { Delivery } from '../deliveries/delivery.js'
import type { EnqueueResult } from '../deliveries/group-commit.js'
import { openProducer, type Producer, type ProducerOptions } from '../deliveries/producer.js'
import { postsIn } from '../deliveries/size.js'
import type { Admission } from '../limits/admission.js'
import { callCost } from '../limits/call-cost.js'
import { type HookRate, openHookRate } from '../limits/hook-rate.js'
import { defaultPrefix } from '../names.js'
import { type Chore, openChoreEntry } from './chore.js'

/** What every producer of deliveries is held to. */
export type EntryBounds = {
  /** Whether webhooks are switched on, and what each may call, as far as this process knows now. */
  settings: () => Pick<Settings, 'EnableIncomingWebhooks' | 'HookRate'>
  /** At most so many posts may wait, and as many KiB of payloads; a million when absent. */
  backlogLimit?: number | undefined
}

const defaultBacklogLimit = 1_000_000

export type EntryOptions = EntryBounds &
  Pick<BacklogOptions, 'looked' | 'warn'> &
  Pick<ProducerOptions, 'stored'> & { prefix?: string | undefined }

/**
 * Why a delivery was not stored although nothing is wrong with it. `backed_up`: too much waits in Redis; `unknown`: it may
 * have been stored.
 */
export type NotStored = Exclude<EnqueueResult, 'kept'> | 'backed_up'

/** In words for its sender. */
export const whyNotStored: Record<NotStored, string> = {
  away: 'Nothing was stored: the queue does not answer.',
  full: 'Nothing was stored: too much is waiting to be stored.',
  backed_up:
    'Nothing was stored: too many deliveries are waiting to be posted, or the queue is short of memory.',
  refused: 'Nothing was stored: the queue takes in nothing just now.',
  unknown: 'The queue did not answer in time, so it is not known whether the delivery was stored.',
}

/** What became of a delivery at the entry point. `standing`: where its hook stands in its rate, if it has one. */
export type Entered =
  | { outcome: 'kept'; standing: Admission | undefined }
  | { outcome: 'switched_off' } // 501
  | { outcome: 'limited'; standing: Admission } // 429
  | { outcome: 'not_stored'; why: NotStored; standing: Admission | undefined } // 503

/** A delivery on its way in, and about how many posts it becomes if that is known. */
export type Entering = Delivery & { posts?: number }

/** The one way to store a delivery: whoever stores one is held to the same bounds. */
export type Entry = {
  /** The rate of hooks, for callers who have to count before they can store. */
  hookRate: Pick<HookRate, 'count' | 'over'>
  backlog: Backlog
  /** Why a delivery of this hook would not be stored, as far as that is known without asking Redis. */
  refusal: (hookId: string) => Exclude<Entered, { outcome: 'kept' }> | undefined
  /**
   * Stores a delivery and counts it against its hook's rate in the same write. Never rejects.
   * @param call `bytes`: what the caller sent; `counted`: what `hookRate.count` has already counted of it
   */
  enqueue: (delivery: Entering, call: { bytes: number; counted?: number }) => Promise<Entered>
  /** The same for a chore, which stores many and waits while the bounds leave it no room. */
  chore: Chore
  /** Writes the accepted deliveries, then releases its resources. */
  close: () => Promise<void>
}

/**
 * Opens the entry point. `test/boundaries` checks that nothing else stores deliveries.
 * @param redis a ready connection; the entry does not close it. Senders need one that fails fast
 */
export async function openEntry(redis: Redis, options: EntryOptions): Promise<Entry> {
  const { settings, backlogLimit = defaultBacklogLimit, prefix = defaultPrefix } = options
  const backlog = await watchBacklog(redis, { ...options, prefix })
  const isOn = () => settings().EnableIncomingWebhooks
  const hasRoom = () => backlog.hasRoom(backlogLimit)
  const hookRate = openHookRate(redis, () => settings().HookRate, prefix)
  const producer = openProducer(redis, { ...options, prefix })

  const refusal = (hookId: string, counted = 0): ReturnType<Entry['refusal']> => {
    if (!isOn()) return { outcome: 'switched_off' }
    const standing = counted === 0 ? hookRate.over(hookId) : undefined
    if (standing) return { outcome: 'limited', standing }
    return hasRoom() ? undefined : { outcome: 'not_stored', why: 'backed_up', standing }
  }

  const enqueue: Entry['enqueue'] = async (delivery, { bytes, counted = 0 }) => {
    const { hookId } = delivery
    const refused = refusal(hookId, counted)
    if (refused) return refused
    const posts = postsIn(delivery)
    const bill = hookRate.bill(hookId, callCost(bytes, posts), counted)
    const stored = backlog.begin(bytes)
    const result = await producer.enqueue({ ...delivery, bill })
    stored()
    const standing = bill?.standing()
    if (standing?.admitted === false) return { outcome: 'limited', standing }
    return result === 'kept'
      ? { outcome: 'kept', standing }
      : { outcome: 'not_stored', why: result, standing }
  }

  const storeBehind = countingBehind(backlog, producer)
  return {
    hookRate,
    backlog,
    refusal: hookId => refusal(hookId),
    enqueue,
    chore: openChoreEntry({ isOpen: () => isOn() && hasRoom(), hookRate, storeBehind }),
    close: async () => {
      await backlog.close()
      await producer.close()
    },
  }
}

/** Counts what a chore stores as it counts what senders send. */
function countingBehind(backlog: Backlog, { storeBehind }: Producer): Producer['storeBehind'] {
  return async deliveries => {
    const stored = deliveries.map(({ payload }) => backlog.begin(Buffer.byteLength(payload)))
    await storeBehind(deliveries).finally(() => {
      for (const end of stored) end()
    })
  }
}
