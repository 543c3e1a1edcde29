import type { Redis } from 'ioredis'
import { type Backlog, type BacklogOptions, watchBacklog } from '../backlog/backlog.js'
import { type Delivery, type OwnedHook, ownerOf, postsIn } from '../deliveries/delivery.js'
import type { EnqueueResult } from '../deliveries/group-commit.js'
import { openProducer, type Producer, type ProducerOptions } from '../deliveries/producer.js'
import {
  callCost,
  type HookRate,
  type OwnerBounds,
  type OwnerUse,
  openHookRate,
  openOwnerUse,
} from '../limits/rates.js'
import type { Admission } from '../limits/window.js'
import { defaultPrefix } from '../names.js'
import { type Chore, openChoreEntry } from './chore.js'

/** The bounds of every producer of deliveries. */
export type EntryBounds = {
  /** Whether webhooks are switched on, and the bounds of hooks and owners, as far as this process knows now. */
  settings: () => OwnerBounds & { EnableIncomingWebhooks: boolean }
  /** The maximum number of waiting posts, and of KiB of payloads; a million if absent. */
  backlogLimit?: number | undefined
}

const defaultBacklogLimit = 1_000_000

export type EntryOptions = EntryBounds &
  Pick<BacklogOptions, 'looked'> &
  Pick<ProducerOptions, 'stored' | 'replicas'> & { prefix?: string | undefined }

/**
 * Why a valid delivery was not stored. `backed_up`: too much is waiting in Redis, in all or of its owner. `unknown` and `unconfirmed`: it
 * may have been stored.
 */
export type NotStored = Exclude<EnqueueResult, 'kept'> | 'backed_up'

/** The details that senders get. */
export const whyNotStored: Record<NotStored, string> = {
  away: 'The delivery was not stored because the queue does not respond.',
  full: 'The delivery was not stored because too many deliveries are waiting to be stored.',
  backed_up:
    'The delivery was not stored because too many deliveries are waiting to be posted, or the queue is short of memory.',
  refused: 'The delivery was not stored because the queue is not accepting new ones.',
  unconfirmed:
    'The delivery was stored, but no replica of the queue has confirmed it, so it may be lost. Retry with the same Idempotency-Key.',
  unknown: 'The queue timed out, so the delivery may or may not have been stored.',
}

/** The result at the entry point. `standing`: the hook's use of its rate, or what limits its owner. */
export type Entered =
  | { outcome: 'kept'; standing: Admission | undefined }
  | { outcome: 'switched_off' } // 501
  | { outcome: 'limited'; standing: Admission } // 429
  | { outcome: 'not_stored'; why: NotStored; standing: Admission | undefined } // 503

/** A new delivery, and an estimate of its posts if known. */
export type Entering = Delivery & { posts?: number }

type EntryRate = {
  /** Counts one call of a hook and its owner with a question of its own to Redis. Undefined without a limit, or without Redis. */
  count: (hook: OwnedHook) => Promise<Admission | undefined>
  /** The standing of a hook or owner that is known to be over the limit. */
  over: (hook: OwnedHook) => Admission | undefined
}

/** The only way to store a delivery, with the same bounds for every caller. */
export type Entry = {
  /** The rates of hooks and owners, for callers that must count before they can store. */
  hookRate: EntryRate
  backlog: Backlog
  /** Why a delivery of this hook would not be stored, as far as that is known without asking Redis. */
  refusal: (hook: OwnedHook) => Exclude<Entered, { outcome: 'kept' }> | undefined
  /**
   * Stores a delivery and counts it against the rates of its hook and owner. Never rejects.
   * @param call `bytes`: the length of the body; `counted`: the cost that `hookRate.count` has already
   * counted
   */
  enqueue: (delivery: Entering, call: { bytes: number; counted?: number }) => Promise<Entered>
  /** The same for a chore, which stores many deliveries and waits while the bounds leave no room. */
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
  const hookRate = openHookRate(redis, () => settings().HookRate, prefix)
  const owners = openOwnerUse(redis, settings, prefix)
  const rates = bothRates(hookRate, owners)
  const producer = openProducer(redis, { ...options, prefix })
  const hasRoom = (hook: OwnedHook) => {
    const waiting = producer.waiting(hook)
    return backlog.hasRoom(backlogLimit) && (!waiting || backlog.leavesRoom(waiting, backlogLimit))
  }

  const refusal = (hook: OwnedHook, counted = 0): ReturnType<Entry['refusal']> => {
    if (!isOn()) return { outcome: 'switched_off' }
    const standing = counted === 0 ? rates.over(hook) : undefined
    if (standing) return { outcome: 'limited', standing }
    return hasRoom(hook) ? undefined : { outcome: 'not_stored', why: 'backed_up', standing }
  }

  const enqueue: Entry['enqueue'] = async (delivery, { bytes, counted = 0 }) => {
    const refused = refusal(delivery, counted)
    if (refused) return refused
    const cost = callCost(bytes, postsIn(delivery))
    owners.add(ownerOf(delivery), cost - counted, bytes)
    const bill = hookRate.bill(delivery.hookId, cost, counted)
    const stored = backlog.begin(bytes)
    const result = await producer.enqueue({ bill, ...delivery }) // (docs/decisions/071)
    stored()
    const standing = bill?.standing()
    if (standing?.admitted === false) return { outcome: 'limited', standing }
    return result === 'kept'
      ? { outcome: 'kept', standing }
      : { outcome: 'not_stored', why: result, standing }
  }

  const storeBehind = countingBehind(backlog, producer)
  return {
    hookRate: rates,
    backlog,
    refusal: hook => refusal(hook),
    enqueue,
    chore: openChoreEntry({ isOpen: hook => isOn() && hasRoom(hook), hookRate, owners, storeBehind }),
    close: async () => {
      await backlog.close()
      await producer.close()
      await owners.close()
    },
  }
}

/** Counts calls by hook and by owner. */
function bothRates(hookRate: HookRate, owners: OwnerUse): EntryRate {
  return {
    count: async hook => {
      const standing = owners.over(ownerOf(hook))
      if (standing) return standing
      owners.add(ownerOf(hook), 1, 0)
      return hookRate.count(hook.hookId)
    },
    over: hook => hookRate.over(hook.hookId) ?? owners.over(ownerOf(hook)),
  }
}

/** Counts a chore's deliveries like those of senders. */
function countingBehind(backlog: Backlog, { storeBehind }: Producer): Producer['storeBehind'] {
  return async deliveries => {
    const stored = deliveries.map(({ payload }) => backlog.begin(Buffer.byteLength(payload)))
    await storeBehind(deliveries).finally(() => {
      for (const end of stored) end()
    })
  }
}
