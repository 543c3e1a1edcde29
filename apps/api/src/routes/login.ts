import { refuse } from '@posthorn/server'
import { setCookies } from '../credentials.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { logIn } from '../log-in.js'
import { UserObject, userObject } from '../objects/user.js'

/** POST /users/login, for anybody. */
export function loginRoutes(app: ApiServer, deps: ApiDeps): void {
  const schema = { body: JsonMap, response: { 200: UserObject } }
  app.post('/users/login', { schema }, async (request, reply) => {
    const login = await logIn(deps, request.body)
    const seen = { request_id: request.id, address: request.ip, outcome: login.outcome }
    if (login.outcome !== 'logged_in') {
      deps.log.info(seen, 'login')
      return refuse(reply, login.outcome, 'detail' in login ? login.detail : '')
    }
    const { user, token } = login
    deps.log.info({ ...seen, user: user.id }, 'login')
    const secure = deps.baseUrlIsHttps || request.protocol === 'https'
    setCookies(reply, { token, userId: user.id, secure })
    return reply.header('token', token).send(userObject(user))
  })
}
