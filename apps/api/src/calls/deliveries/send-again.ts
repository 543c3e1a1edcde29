import { hash } from 'node:crypto'
import { findDelivery, newestReplay } from '@posthorn/db'
import type { NotEntered } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { Refused } from '../../refusals/refused.js'
import type { TextTooDear } from '../../texts/texts.js'
import { readForHook, refusalInWords } from './read-payload.js'

/** What the wish to send a delivery again comes to; the refusals are rows of the table. */
export type Replaying =
  | { outcome: 'replayed'; id: string; replayOf: string; already: boolean } // 200
  | { outcome: 'no_such_delivery' } // 404
  | { outcome: 'payload_refused'; detail: string } // 400
  | { outcome: 'payload_too_large' } // 413
  | { outcome: 'cannot_replay' } // 503
  | NotEntered // 429, 501 or 503

type Wish = {
  hook: string
  delivery: string
  again: boolean
  /** What to send instead of the payload as it came. */
  payload?: string | undefined
  requestId: string
  /** The user who sends it again. */
  sentBy: string
}

/**
 * Send a delivery again, once: when it was sent again since, or is about to be, that replay is the answer. `again`
 * makes another one on purpose. A replay of a replay counts for the delivery that was sent first. Postgres knows the
 * replays that are settled; those under way are found by the id that their attempt was given in Redis. As it came, it stays
 * restricted as it was; edited, it is restricted to the user who wrote it.
 */
export async function replayOne(deps: ApiDeps, wish: Wish): Promise<Replaying | TextTooDear> {
  const { db, replays } = deps
  const delivery = await findDelivery(db, wish.hook, wish.delivery)
  if (!delivery) return { outcome: 'no_such_delivery' }
  const replayOf = delivery.replayOf || delivery.id
  const { payload: written, sentBy: userId } = wish
  const edited = written === undefined ? undefined : await readForHook(deps, userId, written)
  if (edited instanceof Refused) return edited
  if (edited?.outcome === 'too_large') return { outcome: 'payload_too_large' }
  if (edited && edited.outcome !== 'read')
    return { outcome: 'payload_refused', detail: refusalInWords(edited) }
  const attempt = edited
    ? attemptOf(delivery.id, wish.sentBy, edited.json)
    : await lastAttempt(deps, delivery.id, replayOf)
  if (!edited && attempt > delivery.id && !wish.again)
    return { outcome: 'replayed', id: attempt, replayOf, already: true }

  const id = newId()
  const { hookId } = delivery
  const payload = edited?.json ?? delivery.payload
  const { requestId, sentBy } = wish
  const restrictedTo = edited ? sentBy : (delivery.restrictedTo ?? undefined)
  const sent = await replays.replay(
    { id, hookId, payload, requestId, replayOf, sentBy, restrictedTo },
    { attempt, onPurpose: wish.again },
  )
  if (sent.outcome === 'away') return { outcome: 'cannot_replay' }
  if (sent.outcome !== 'kept') return sent
  return { outcome: 'replayed', id: sent.id, replayOf, already: sent.id !== id }
}

async function lastAttempt({ db }: ApiDeps, id: string, replayOf: string): Promise<string> {
  return (await newestReplay(db, replayOf)) ?? id
}

/** A user who sends the same text instead of the same delivery, for a day, has sent it once. */
function attemptOf(id: string, userId: string, json: string): string {
  return `${id}:${hash('sha256', userId + json, 'hex')}`
}
