import { calls } from '@posthorn/contract'
import { findHook, idsBetween, outcomesOfReplay } from '@posthorn/db'
import { setDeliveryHeaders } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { callIds } from '../../http/callers/call-ids.js'
import { payerOf } from '../../http/callers/caller.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import { notEntered } from './not-entered.js'
import { beginReplay } from './replay-filtered.js'
import { replayOne } from './send-again.js'

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
