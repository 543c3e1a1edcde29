import { endSession } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { sessionOf } from '../caller.js'
import { clearCookies, isForm, setCookies } from '../credentials.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { logIn } from '../log-in.js'
import { UserObject, userObject } from '../objects/user.js'

const retryAfterSeconds = 1

/** POST /users/login and /users/logout, for anybody but other sites' forms. */
export function loginRoutes(app: ApiServer, deps: ApiDeps): void {
  const schema = { body: JsonMap, response: { 200: UserObject } }
  app.post('/users/login', { schema }, async (request, reply) => {
    if (isForm(request)) return refuse(reply, 'page_sent_form')
    const login = await logIn(deps, request.body, request.ip)
    const seen = { request_id: request.id, address: request.ip, outcome: login.outcome }
    if (login.outcome !== 'logged_in') {
      deps.log.info(seen, 'login')
      if (login.outcome === 'login_closed') reply.header('retry-after', retryAfterSeconds)
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
