import { calls } from '@posthorn/contract'
import { endSession } from '@posthorn/db'
import { clearCookies, isForm } from '../../http/credentials.js'
import { refused } from '../../http/refused.js'
import { serve } from '../../http/serve-calls.js'

export const logout = serve(calls.logout, async ({ caller, deps, request, reply }) => {
  if (isForm(request)) return refused('page_sent_form')
  const session = caller?.session
  if (session && (await endSession(deps.db, session.userId, session.id))) deps.live.sessionEnded(session.id)
  clearCookies(reply)
  return { user_id: session?.userId ?? '' }
})
