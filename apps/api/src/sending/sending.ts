import type { Settled } from '@posthorn/core'
import { type Db, findOutcomes } from '@posthorn/db'
import {
  defaultPrefix,
  type Entering,
  type NotEntered,
  openOutcomeWaiters,
  outcomesFor,
  type Redis,
  type Replays,
  type Subscription,
  subscribe,
  withTimeout,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'

/** `away`: Redis did not answer in time, and it is not known whether the delivery was stored. */
export type Sent =
  | { outcome: 'kept'; id: string; settled: Settled | undefined }
  | { outcome: 'away' }
  | NotEntered

/** Sends for people who have no key, and waits for what becomes of it. */
export type Sending = {
  /** `settled` is undefined where nothing was heard within ten seconds. */
  send: (delivery: Omit<Entering, 'id'>) => Promise<Sent>
  close: () => void
}

/** As long as `?wait=true` waits. */
const waitMs = 10_000

/** What a worker said before the line was there is looked up in Postgres. */
const listenWithinMs = 1000

/** Listens for outcomes from the first delivery on: most of its processes never send. */
export function openSending(db: Db, redis: Redis, replays: Replays, prefix = defaultPrefix): Sending {
  const senderId = newId()
  const waiters = openOutcomeWaiters(ids => findOutcomes(db, ids))
  let listening: Subscription | undefined
  return {
    send: async delivery => {
      listening ??= subscribe(redis, outcomesFor(senderId), waiters.onOutcomes, prefix)
      await withTimeout(listening.ready, listenWithinMs, undefined)
      const id = newId()
      const wait = waiters.expect(id, waitMs)
      const kept = await replays.send({ ...delivery, id, answerTo: senderId })
      if (kept.outcome === 'kept') return { outcome: 'kept', id, settled: await wait?.settled }
      wait?.cancel()
      return kept
    },
    close: () => {
      waiters.close()
      listening?.close()
    },
  }
}
