import { calls } from '@posthorn/contract'
import { endSession } from '@posthorn/db'
import { clearCookies, isPageForm, whyCookieIsIgnored } from '../../http/callers/credentials.js'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const logout = serve(calls.logout, async ({ caller, deps, request, reply }) => {
  if (isPageForm(request)) return refused('page_sent_form')
  const ignored = whyCookieIsIgnored(request)
  if (ignored) return refused('no_session', ignored)
  const session = caller?.session
  if (session && (await endSession(deps.db, session.userId, session.id))) deps.live.sessionEnded(session.id)
  clearCookies(reply)
  return { user_id: session?.userId ?? '' }
})
