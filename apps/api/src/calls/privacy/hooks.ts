import { calls, exportHookHistory as exportCall } from '@posthorn/contract'
import { erasePostsOfDelivery, eraseRequest, findDelivery, idsBetween } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { payerOf } from '../../http/callers/caller.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, refused } from '../../refusals/refused.js'
import { erasureProgress } from './users.js'

export const exportHookHistory = serve(exportCall, ({ deps, caller, hookId, query }) => {
  const { end } = idsBetween(0, query.before - 1)
  const exporting = { callerId: caller.user.id, name: `webhook-${hookId}` }
  return deps.exports.ofHook(exporting, { hookId, end, withPosts: query.posts })
})

export const eraseHookHistory = serve(calls.eraseHookHistory, async ({ deps, caller, hookId, body }) => {
  if (body.hook !== hookId) return refused('other_hook', `Send {"hook": "${hookId}"}.`)
  const standing = await deps.eraseLimit(payerOf(caller.session).userId)
  if (standing?.admitted === false) return new OverRate(standing)
  const nowMs = deps.nowMs()
  const beforeMs = Math.min(body.before ?? nowMs + clocksApartMs, nowMs + clocksApartMs)
  const erasure = newId()
  const begun = await deps.erasures.begin(erasure, {
    kind: 'hook',
    hookId,
    end: idsBetween(0, beforeMs - 1).end,
    withPosts: body.posts,
    withRefused: body.before === undefined,
  })
  return begun.outcome === 'away' ? refused('cannot_erase') : { erasure }
})

/** The clocks of the processes that make IDs may be ahead by this much. */
const clocksApartMs = 60_000

export const getHookErasure = serve(calls.getHookErasure, ({ deps, hookId, params }) =>
  erasureProgress(deps, params.erasure, { hookId }),
)

export const eraseDelivery = serve(calls.eraseDelivery, async ({ deps, caller, hookId, params, body }) => {
  const standing = await deps.eraseLimit(payerOf(caller.session).userId)
  if (standing?.admitted === false) return new OverRate(standing)
  const delivery = await findDelivery(deps.db, hookId, params.delivery)
  if (!delivery) return refused('no_such_delivery')
  const erased = await eraseRequest(deps.db, hookId, delivery.replayOf || delivery.id)
  if (body.posts) deps.live.erased(await erasePostsOfDelivery(deps.db, hookId, delivery.id))
  return { erased }
})
