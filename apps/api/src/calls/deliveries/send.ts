import { calls, type SentPayload } from '@posthorn/contract'
import { deliveryState, estimatePosts, type Settled, shownPostIds, timeOf } from '@posthorn/core'
import { findHook } from '@posthorn/db'
import { setDeliveryHeaders } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import { type CallIds, callIds } from '../../http/callers/call-ids.js'
import { serve } from '../../http/serve-calls.js'
import { wordsFor } from '../../objects/delivery-object.js'
import { type OverRate, Refused, refused } from '../../refusals/refused.js'
import { notEntered } from './not-entered.js'
import { howHookReads, readForHook, refusalInWords } from './read-payload.js'

export const sendPayload = serve(
  calls.sendPayload,
  async ({ deps, caller, hookId, body, request, reply }) => {
    const toSend = { userId: caller.user.id, hookId, ...callIds(request), ...body }
    return withHeaders(reply, await sendByUser(deps, toSend))
  },
)

/** Adds the headers that senders get as well. */
export function withHeaders<Sent extends SentPayload | Refused | OverRate>(
  reply: FastifyReply,
  sent: Sent,
): Sent {
  if (!('delivery' in sent)) return sent
  const { delivery, outcome } = sent
  setDeliveryHeaders(reply, { delivery, state: deliveryState(outcome === 'queued' ? undefined : outcome) })
  return sent
}

type ToSend = CallIds & {
  userId: string
  hookId: string
  payload: string
  /** The adapter that the caller names. */
  format?: string | undefined
}

/** Sends a payload on behalf of a user, and waits for its outcome. */
export async function sendByUser(
  deps: ApiDeps,
  { userId, hookId, requestId, caller, payload, format }: ToSend,
) {
  const hook = await findHook(deps.db, hookId)
  if (!hook) return refused('no_hook_here')
  if (hook.disabledAt > 0) return refused('hook_disabled')
  const read = await readForHook(deps, userId, payload, await howHookReads(deps.db, hook, format))
  if (read instanceof Refused) return read
  if (read.outcome === 'too_large') return refused('payload_too_large', read.detail)
  if (read.outcome === 'skipped') return refused('payload_refused', read.detail)
  if (read.outcome !== 'read') return refused('payload_refused', refusalInWords(read))
  const posts = estimatePosts(read.payload)
  const delivery = { hookId, requestId, caller, payload: read.json, posts, format: read.format }
  const sent = await deps.sending.send({ ...delivery, sentBy: userId, restrictedTo: userId })
  if (sent.outcome === 'away') return refused('cannot_send')
  return sent.outcome === 'kept' ? sentPayload(sent.id, sent.settled) : notEntered(deps, hookId, sent)
}

function sentPayload(delivery: string, settled: Settled | undefined): SentPayload {
  if (!settled) return { delivery, outcome: 'queued', reason: '', message: '', status: 202, posts: [] }
  const posts = shownPostIds(settled).map(id => ({
    id,
    channel_id: settled.channelId,
    create_at: timeOf(id),
  }))
  return { delivery, outcome: settled.outcome, ...wordsFor(settled), posts }
}
