import { calls } from '@posthorn/contract'
import { callIds } from '../../http/callers/call-ids.js'
import { serve } from '../../http/serve-calls.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import { sendByUser, withHeaders } from './send.js'

export const listRefusedSamples = serve(calls.listRefusedSamples, async ({ deps, hookId }) => {
  const samples = await deps.refusedSamples.list(hookId)
  if (!samples) return refused('cannot_count')
  return { samples: samples.map(({ at, requestId: request_id, payload }) => ({ at, request_id, payload })) }
})

/** Takes the sample first, so that two callers never send it twice. */
export const sendRefusedSample = serve(
  calls.sendRefusedSample,
  async ({ deps, caller, hookId, body, request, reply }) => {
    const sample = await deps.refusedSamples.take(hookId, body.request_id)
    if (!sample) return refused('cannot_count')
    if (sample === 'unknown') return refused('no_such_refused_call')
    const { payload } = sample
    const sent = await sendByUser(deps, { userId: caller.user.id, hookId, ...callIds(request), payload })
    if (sent instanceof Refused || sent instanceof OverRate) await deps.refusedSamples.putBack(hookId, sample)
    return withHeaders(reply, sent)
  },
)
