import { calls } from '@posthorn/contract'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { beginReplay, replayOne } from './send-again.js'

export const replayDelivery = serve(calls.replayDelivery, async ({ deps, hookId, params, body, request }) => {
  const again = body?.again ?? false
  const wish = { hook: hookId, delivery: params.delivery, again, requestId: request.id }
  const replayed = await replayOne(deps, wish)
  if (replayed.outcome !== 'replayed') return refused(replayed.outcome)
  return { delivery: replayed.id, replay_of: replayed.replayOf, replayed_already: replayed.already }
})

export const replayRejected = serve(calls.replayRejected, async ({ deps, hookId, body, request }) => {
  const { outcome } = await beginReplay(deps, { id: request.id, hook: hookId, ...body })
  return outcome === 'replaying' ? { replay: request.id } : refused(outcome)
})

export const getReplay = serve(calls.getReplay, async ({ deps, hookId, params }) => {
  const found = await deps.replays.progress(params.replay)
  if (found.kind === 'away') return refused('cannot_replay')
  if (found.kind === 'unknown' || found.progress.hookId !== hookId) return refused('no_such_replay')
  const { status, total, done, fromMs, toMs } = found.progress
  return { status, total, done, from: fromMs, to: toMs }
})
