import type { Settled } from '@posthorn/core'
import { type Db, findOutcomes } from '@posthorn/db'
import {
  defaultPrefix,
  type Entering,
  type NotEntered,
  type OutcomeWait,
  openOutcomeWaiters,
  outcomesFor,
  type Redis,
  type Replays,
  type Subscription,
  subscribe,
  withTimeout,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'

/** `away`: Redis timed out, so the delivery may or may not have been stored. */
type Sent = { outcome: 'kept'; id: string; settled: Settled | undefined } | { outcome: 'away' } | NotEntered

/** Sends on behalf of users, who have no key, and waits for the outcome. */
export type Sending = {
  /** `settled` is undefined without an outcome within ten seconds. */
  send: (delivery: Omit<Entering, 'id'>) => Promise<Sent>
  /** Begins a wait for the outcome of a delivery, which must name `answerTo`. Undefined if too many wait. */
  waitFor: (id: string, withinMs: number, owner: string) => Promise<OutcomeWait | undefined>
  answerTo: string
  /** Ends all waits at once, and accepts no more. */
  stopWaiting: () => void
  close: () => void
}

/** The same wait as with `?wait=true`. */
const waitMs = 10_000

/** Outcomes that were published before the subscription are read from Postgres. */
const listenWithinMs = 1000

/** Subscribes to outcomes with the first delivery: most processes never send. */
export function openSending(db: Db, redis: Redis, replays: Replays, prefix = defaultPrefix): Sending {
  const answerTo = newId()
  const waiters = openOutcomeWaiters(ids => findOutcomes(db, ids))
  let listening: Subscription | undefined
  const waitFor: Sending['waitFor'] = async (id, withinMs, owner) => {
    listening ??= subscribe(redis, outcomesFor(answerTo), waiters.onOutcomes, prefix)
    await withTimeout(listening.ready, listenWithinMs, undefined)
    return waiters.expect(id, withinMs, owner)
  }
  return {
    waitFor,
    answerTo,
    stopWaiting: waiters.close,
    send: async delivery => {
      const id = newId()
      const wait = await waitFor(id, waitMs, delivery.sentBy ?? delivery.hookId)
      const kept = await replays.send({ ...delivery, id, answerTo })
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
