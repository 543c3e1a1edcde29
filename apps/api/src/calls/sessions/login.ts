import { calls } from '@posthorn/contract'
import { isPageForm, setCookies } from '../../http/callers/credentials.js'
import { serve } from '../../http/serve-calls.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { refused } from '../../refusals/refused.js'
import { authenticate, type Credentials, type Login } from './authenticate.js'

export const login = serve(calls.login, async ({ deps, body, unreadable, request, reply }) => {
  if (isPageForm(request)) return refused('page_sent_form')
  if (unreadable !== undefined)
    return refused(deps.settings().RequireTeamNameAtLogin ? 'bad_parameter' : 'unreadable_login', unreadable)
  const login = await authenticate(deps, body, {
    address: request.ip,
    userAgent: request.headers['user-agent'],
  })
  const facts = { request_id: request.id, address: request.ip, outcome: login.outcome }
  if (login.outcome !== 'logged_in') {
    deps.log.info({ ...facts, login_id: loginIdToLog(login, body) }, 'failed login')
    return refused(login.outcome, 'detail' in login ? login.detail : '')
  }
  const { user, token } = login
  deps.log.info({ ...facts, user: user.id }, 'login')
  const secure = deps.baseUrlIsHttps || request.protocol === 'https'
  setCookies(reply, { token, userId: user.id, secure })
  reply.header('token', token)
  return userObject(asOwn(user))
})

/** Longer than any user name, id or e-mail address. */
const maxLoggedChars = 128

/** Returns the login id only if such an account exists, because people type passwords into the wrong field. */
function loginIdToLog(login: Login, { id, login_id }: Credentials): string | undefined {
  const hasAccount = 'hasAccount' in login && login.hasAccount
  return hasAccount ? (id || login_id)?.slice(0, maxLoggedChars) : undefined
}
