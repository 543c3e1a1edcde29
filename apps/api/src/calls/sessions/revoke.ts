import { calls } from '@posthorn/contract'
import { endSession } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

/** The reference ends anybody's for whoever knows its id; here only its user does. */
export const revokeSession = serve(calls.revokeSession, async ({ caller, body: { id }, deps }) => {
  const ended = await endSession(deps.db, caller.user.id, id)
  if (!ended) return refused('no_such_session')
  deps.live.sessionEnded(id)
  return { id }
})
