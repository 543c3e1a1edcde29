import { endSession } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { sessionOf } from '../caller.js'
import { clearCookies, isForm, setCookies } from '../credentials.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { type Asked, type Login, logIn } from '../log-in.js'
import { UserObject, userObject } from '../objects/user.js'

/** POST /users/login and /users/logout, for anybody but other sites' forms. */
export function loginRoutes(app: ApiServer, deps: ApiDeps): void {
  const schema = { body: JsonMap, response: { 200: UserObject } }
  app.post('/users/login', { schema }, async (request, reply) => {
    if (isForm(request)) return refuse(reply, 'page_sent_form')
    const login = await logIn(deps, request.body, request.ip)
    const seen = { request_id: request.id, address: request.ip, outcome: login.outcome }
    if (login.outcome !== 'logged_in') {
      deps.log.info({ ...seen, login_id: loggedId(login, request.body) }, 'failed login')
      return refuse(reply, login.outcome, 'detail' in login ? login.detail : '')
    }
    const { user, token } = login
    deps.log.info({ ...seen, user: user.id }, 'login')
    const secure = deps.baseUrlIsHttps || request.protocol === 'https'
    setCookies(reply, { token, userId: user.id, secure })
    return reply.header('token', token).send(userObject(user))
  })

  const ended = z.object({ user_id: z.string() })
  /** Ends the caller's session, if there is one; `user_id` is empty when there is none (spec 4.3). */
  app.post('/users/logout', { schema: { response: { 200: ended } } }, async (request, reply) => {
    if (isForm(request)) return refuse(reply, 'page_sent_form')
    const session = sessionOf(request)
    if (session && (await endSession(deps.db, session.userId, session.id))) deps.live.sessionEnded(session.id)
    clearCookies(reply)
    return { user_id: session?.userId ?? '' }
  })
}

/** Longer than any user name, id or e-mail address. */
const longestLoginId = 128

/** As it was typed, where there is such an account; else nothing, for people type passwords into the wrong field. */
function loggedId(login: Login, { id, login_id }: Asked): string | undefined {
  const hasAccount = 'hasAccount' in login && login.hasAccount
  return hasAccount ? (id || login_id)?.slice(0, longestLoginId) : undefined
}
