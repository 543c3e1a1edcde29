import { calls } from '@posthorn/contract'
import { endSession } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

/** In the reference, anyone who knows a session's id can end it. Here only its user can. */
export const revokeSession = serve(calls.revokeSession, async ({ caller, body: { id }, deps }) => {
  const ended = await endSession(deps.db, caller.user.id, id)
  if (!ended) return refused('no_such_session')
  deps.live.sessionEnded(id)
  return { id }
})
