import { calls } from '@posthorn/contract'
import { hookRefusals, isHookRefusal } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const listRefusedCalls = serve(calls.listRefusedCalls, async ({ deps, hookId, query: { days } }) => {
  const found = await deps.refusedCalls(hookId, days)
  if (!found) return refused('cannot_count')
  return {
    days: found.days.map(({ day, calls: counts }) => ({
      day,
      calls: Object.entries(counts).map(([cause, count]) => ({ cause, count, ...wordsFor(cause) })),
    })),
    last: found.last.map(({ requestId: request_id, ...call }) => ({
      ...call,
      request_id,
      ...wordsFor(call.cause),
    })),
  }
})

/** Returns the response that the sender received. For the rate limit, it is not an error object. */
function wordsFor(cause: string) {
  if (!isHookRefusal(cause)) return { reason: '', message: overRate, status: 429 }
  const { id, message, status } = hookRefusals[cause]
  return { reason: id, message, status }
}

const overRate = 'The webhook was called more often than its rate allows: limit exceeded.'
