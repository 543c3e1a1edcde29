import { hash } from 'node:crypto'
import { calls, maxCountedDeliveries } from '@posthorn/contract'
import type { Outcome } from '@posthorn/core'
import {
  countDeliveries,
  currentTemplateVersion,
  type Db,
  findDelivery,
  findHook,
  idsBetween,
  newestReplay,
  outcomesOfReplay,
} from '@posthorn/db'
import type { NotEntered } from '@posthorn/queue'
import { newId, setDeliveryHeaders } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { type CallIds, callIds } from '../../http/callers/call-ids.js'
import { payerOf } from '../../http/callers/caller.js'
import type { SearchRefused } from '../../http/searches.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import type { TextRefused } from '../../texts/texts.js'
import { notEntered } from './not-entered.js'
import { howReplayReads, readForHook, refusalInWords } from './read-payload.js'

export const replayDelivery = serve(calls.replayDelivery, async context => {
  const { deps, caller, hookId, params, body, request, reply } = context
  if (await isDisabled(deps, hookId)) return refused('hook_disabled')
  const { again = false, payload } = body ?? {}
  const { id: sentBy } = caller.user
  const wanted = { hook: hookId, delivery: params.delivery, again, payload, ...callIds(request), sentBy }
  const replayed = await replayOne(deps, wanted)
  if (replayed instanceof Refused) return replayed
  switch (replayed.outcome) {
    case 'replayed':
      setDeliveryHeaders(reply, { delivery: replayed.id, state: 'stored' })
      return { delivery: replayed.id, replay_of: replayed.replayOf, replayed_already: replayed.already }
    case 'payload_refused':
    case 'payload_too_large':
      return refused(replayed.outcome, replayed.detail)
    case 'payload_erased':
    case 'no_such_delivery':
    case 'cannot_replay':
      return refused(replayed.outcome)
    default:
      return notEntered(deps, hookId, replayed)
  }
})

export const replayDeliveries = serve(
  calls.replayDeliveries,
  async ({ deps, caller, hookId, body, request }) => {
    if (await isDisabled(deps, hookId)) return refused('hook_disabled')
    const standing = await deps.replayLimit(payerOf(caller.session).userId)
    if (standing?.admitted === false) return new OverRate(standing)
    const userId = caller.user.id
    const begun = await beginReplay(deps, { userId, hookId, requestId: request.id, ...body })
    if (begun instanceof Refused) return begun
    return begun.outcome === 'replaying' ? { replay: begun.id } : refused(begun.outcome)
  },
)

async function isDisabled({ db }: ApiDeps, hookId: string): Promise<boolean> {
  return ((await findHook(db, hookId))?.disabledAt ?? 0) > 0
}

export const getReplay = serve(calls.getReplay, async ({ deps, hookId, params: { replay: replayId } }) => {
  const found = await deps.replays.progress(replayId)
  if (found.outcome === 'away') return refused('cannot_replay')
  if (found.outcome === 'unknown' || found.progress.hookId !== hookId) return refused('no_such_replay')
  const { status, total, done, sent, fromMs, toMs, begunAtMs, endedAtMs } = found.progress
  const { first, end } = idsBetween(begunAtMs - clocksApartMs, (endedAtMs ?? deps.nowMs()) + clocksApartMs)
  const arrived = await outcomesOfReplay(deps.db, { hookId, replayId, first, end })
  return { status, total, done, sent, ...arrived, from: fromMs, to: toMs }
})

/** Worker and client clocks may differ by this much: workers create ids, other processes set job times. */
const clocksApartMs = 60_000

type Order = {
  /** The user who requested the replay. */
  userId: string
  hookId: string
  requestId: string
  from?: number | undefined
  to?: number | undefined
  outcome?: Outcome | 'any' | undefined
  text?: string | undefined
  key?: string | undefined
}

/**
 * Replays the deliveries that a filter matches. Deliveries accepted later, such as the replays, are not included.
 * The replay's id is the same for the same key.
 */
async function beginReplay(
  { db, searches, replays, nowMs }: ApiDeps,
  {
    userId,
    hookId,
    requestId,
    from: fromMs = 0,
    to = Number.MAX_SAFE_INTEGER,
    outcome = 'rejected',
    text = '',
    key,
  }: Order,
): Promise<{ outcome: 'replaying'; id: string } | { outcome: 'cannot_replay' } | SearchRefused> {
  const toMs = Math.min(to, nowMs())
  const { first: after, end } = idsBetween(fromMs, toMs)
  const range = { hookId, after, end, text, outcome: outcome === 'any' ? undefined : outcome }
  const count = (from: Db) => countDeliveries(from, range, { most: maxCountedDeliveries, replayable: true })
  const counted = await (text === '' ? count(db) : searches.inTurn(userId, count))
  if (counted instanceof Refused) return counted
  const id = key === undefined ? requestId : idFor(hookId, key)
  const begun = await replays.replayAll(id, {
    hookId,
    fromMs,
    toMs,
    after,
    end,
    outcome,
    text,
    sentBy: userId,
    total: counted.count,
  })
  return begun.outcome === 'kept' ? { outcome: 'replaying', id } : { outcome: 'cannot_replay' }
}

const idLength = 26

/** 104 bits, so that nobody can guess another hook's replay. */
function idFor(hookId: string, key: string): string {
  return hash('sha256', `replay ${hookId} ${key}`, 'hex').slice(0, idLength)
}

/** The result of a replay request; the refusals are rows of the table. */
type Replaying =
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
async function replayOne(deps: ApiDeps, wanted: ReplayRequest): Promise<Replaying | TextRefused> {
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
