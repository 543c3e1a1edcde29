import { calls, type SentPayload } from '@posthorn/contract'
import { estimatePosts, postId, type Settled, timeOf } from '@posthorn/core'
import { findHook } from '@posthorn/db'
import { type Admission, callCost, chargeRest } from '@posthorn/queue'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, refused } from '../../refusals/refused.js'
import { wordsFor } from './delivery-object.js'
import { readForHook, refusalInWords } from './read-payload.js'

/** The order of checks is that of a call with the key. */
export const sendPayload = serve(calls.sendPayload, async ({ deps, hookId, body, request }) => {
  const hook = await findHook(deps.db, hookId)
  if (!hook) return refused('no_hook_here')
  if (hook.disabledAt > 0) return refused('hook_disabled')
  const standing = await deps.hookLimit(hookId)
  if (standing?.admitted === false) return overRate(deps, hookId, standing)
  const read = readForHook(body.payload, deps.settings().MaxPostsPerDelivery)
  if (read.outcome !== 'read') return refused('payload_refused', refusalInWords(read))
  const posts = estimatePosts(read.payload)
  const cost = callCost(Buffer.byteLength(read.json), posts)
  const whole = standing && (await chargeRest(deps.hookLimit, hookId, cost, standing))
  if (whole?.admitted === false) return overRate(deps, hookId, whole)
  const delivery = { hookId, requestId: request.id, payload: read.json, posts }
  const sent = await deps.sending.send(delivery)
  return sent.outcome === 'away' ? refused('cannot_send') : sentPayload(sent.id, sent.settled)
})

function overRate({ countLimited }: ApiDeps, hookId: string, standing: Admission): OverRate {
  countLimited('hook', hookId)
  return new OverRate(standing)
}

function sentPayload(delivery: string, settled: Settled | undefined): SentPayload {
  if (!settled) return { delivery, outcome: 'queued', reason: '', message: '', status: 202, posts: [] }
  const { outcome, channelId, postCount } = settled
  const posts = Array.from({ length: postCount }, (_, index) => ({
    id: postId(delivery, index + 1),
    channel_id: channelId,
    create_at: timeOf(delivery),
  }))
  return { delivery, outcome, ...wordsFor(settled), posts }
}
