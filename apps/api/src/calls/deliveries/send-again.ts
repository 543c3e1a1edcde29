import { countRejected, findDelivery, idsBetween, newestReplay } from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'

/** What the wish to send a delivery again comes to; the refusals are rows of the table. */
export type Replaying =
  | { outcome: 'replayed'; id: string; replayOf: string; already: boolean } // 200
  | { outcome: 'no_such_delivery' } // 404
  | { outcome: 'cannot_replay' } // 503

type Wish = { hook: string; delivery: string; again: boolean; requestId: string }

/**
 * Send a delivery again, once: when it was sent again since, or is about to be, that replay is the answer. `again`
 * makes another one on purpose. A replay of a replay counts for the delivery that was sent first. Postgres knows the
 * replays that are settled; those under way are found by the id that their attempt was given in Redis.
 */
export async function replayOne({ db, replays }: ApiDeps, wish: Wish): Promise<Replaying> {
  const delivery = await findDelivery(db, wish.hook, wish.delivery)
  if (!delivery) return { outcome: 'no_such_delivery' }
  const replayOf = delivery.replayOf || delivery.id
  const attempt = (await newestReplay(db, replayOf)) ?? delivery.id
  if (attempt > delivery.id && !wish.again)
    return { outcome: 'replayed', id: attempt, replayOf, already: true }

  const id = newId()
  const { hookId, payload } = delivery
  const sent = await replays.replay(
    { id, hookId, payload, requestId: wish.requestId, replayOf },
    { attempt, onPurpose: wish.again },
  )
  if (sent.kind === 'away') return { outcome: 'cannot_replay' }
  return { outcome: 'replayed', id: sent.id, replayOf, already: sent.id !== id }
}

type Range = { id: string; hook: string; from?: number | undefined; to?: number | undefined }

/** Have the rejected deliveries of a range sent again. What is accepted later, as the replays are, is not in it. */
export async function beginReplay(
  { db, replays, nowMs }: ApiDeps,
  { id, hook: hookId, from: fromMs = 0, to = Number.MAX_SAFE_INTEGER }: Range,
): Promise<{ outcome: 'replaying' | 'cannot_replay' }> {
  const toMs = Math.min(to, nowMs())
  const { first: after, end } = idsBetween(fromMs, toMs)
  const total = await countRejected(db, { hookId, after, end })
  const begun = await replays.replayAll(id, { hookId, fromMs, toMs, after, end, total, done: 0 })
  return { outcome: begun.kind === 'kept' ? 'replaying' : 'cannot_replay' }
}
