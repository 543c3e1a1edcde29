import { hash } from 'node:crypto'
import { currentTemplateVersion, findDelivery, newestReplay } from '@posthorn/db'
import type { NotEntered } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import type { CallIds } from '../../http/callers/call-ids.js'
import { Refused } from '../../refusals/refused.js'
import type { TextRefused } from '../../texts/texts.js'
import { howReplayReads, readForHook, refusalInWords } from './read-payload.js'

/** The result of a replay request; the refusals are rows of the table. */
export type Replaying =
  | { outcome: 'replayed'; id: string; replayOf: string; already: boolean } // 200
  | { outcome: 'no_such_delivery' } // 404
  | { outcome: 'payload_erased' } // 409
  | { outcome: 'payload_refused'; detail: string } // 400
  | { outcome: 'payload_too_large'; detail: string } // 413
  | { outcome: 'cannot_replay' } // 503
  | NotEntered // 429, 501 or 503

type ReplayRequest = CallIds & {
  hook: string
  delivery: string
  again: boolean
  /** The payload to send instead of the original. */
  payload?: string | undefined
  /** The user who replays the delivery. */
  sentBy: string
}

/**
 * Replays a delivery once: if a replay already exists or is under way, that replay is returned. `again` creates
 * another one on purpose. A replay of a replay counts for the original delivery. Postgres has the settled replays;
 * those under way are found by the id of their attempt in Redis. An unedited replay keeps the original restrictions;
 * an edited one is restricted to the user who wrote it.
 */
export async function replayOne(deps: ApiDeps, wanted: ReplayRequest): Promise<Replaying | TextRefused> {
  const { db, replays } = deps
  const delivery = await findDelivery(db, wanted.hook, wanted.delivery)
  if (!delivery) return { outcome: 'no_such_delivery' }
  const replayOf = delivery.replayOf || delivery.id
  const { payload: written, sentBy: userId } = wanted
  if (written === undefined && isErased(delivery)) return { outcome: 'payload_erased' }
  if (written !== undefined && delivery.change?.kind === 'delete')
    return { outcome: 'payload_refused', detail: 'A deletion has no payload. Replay it without one.' }
  const hook = { id: wanted.hook, format: '', templateVersion: await currentTemplateVersion(db, wanted.hook) }
  const how = await howReplayReads(db, hook, delivery.format)
  const edited = written === undefined ? undefined : await readForHook(deps, userId, written, how)
  if (edited instanceof Refused) return edited
  if (edited?.outcome === 'too_large') return { outcome: 'payload_too_large', detail: edited.detail }
  if (edited && edited.outcome !== 'read')
    return {
      outcome: 'payload_refused',
      detail: edited.outcome === 'skipped' ? edited.detail : refusalInWords(edited),
    }
  const attempt = edited
    ? attemptOf(delivery.id, wanted.sentBy, edited.json)
    : await lastAttempt(deps, delivery.id, replayOf)
  if (!edited && attempt > delivery.id && !wanted.again)
    return { outcome: 'replayed', id: attempt, replayOf, already: true }

  const id = newId()
  const { hookId } = delivery
  const format = edited ? edited.format : how.format
  const payload = edited?.json ?? delivery.payload
  const { requestId, caller, sentBy } = wanted
  const restrictedTo = edited ? sentBy : (delivery.restrictedTo ?? undefined)
  const sent = await replays.replay(
    {
      id,
      hookId,
      payload,
      requestId,
      caller,
      replayOf,
      sentBy,
      restrictedTo,
      change: delivery.change,
      format,
    },
    { attempt, onPurpose: wanted.again },
  )
  if (sent.outcome === 'away') return { outcome: 'cannot_replay' }
  if (sent.outcome !== 'kept') return sent
  return { outcome: 'replayed', id: sent.id, replayOf, already: sent.id !== id }
}

const isErased = ({ payload, change }: { payload: string; change: unknown }) => payload === '' && !change

async function lastAttempt({ db }: ApiDeps, id: string, replayOf: string): Promise<string> {
  return (await newestReplay(db, replayOf))?.id ?? id
}

/** The same text sent by a user within a day counts as one replay. */
function attemptOf(id: string, userId: string, json: string): string {
  return `${id}:${hash('sha256', userId + json, 'hex')}`
}
