import type { ApiDeps, ApiServer } from '../../deps.js'
import { ownOrigin } from '../../http/own-origin.js'
import { clientOf, unknownClient } from './client.js'
import { findToken } from './find-token.js'
import { postForm, sendProblem } from './forms.js'

/**
 * POST /oauth/introspect (RFC 7662): the state of an app's own token. Other apps' tokens are reported as inactive.
 */
export function introspectRoute(app: ApiServer, deps: ApiDeps): void {
  postForm(app, deps, '/oauth/introspect', async (form, request, reply) => {
    const client = await clientOf(deps.db, request, form)
    if (!client || client.isPublic) return sendProblem(reply, unknownClient)
    const found = await findToken(deps.db, form.token ?? '', deps.nowMs())
    if (found?.appId !== client.id) return reply.send({ active: false })
    return reply.send({
      active: true,
      scope: found.scope,
      client_id: client.id,
      username: found.user.username,
      token_type: found.kind === 'access_token' ? 'Bearer' : 'refresh_token',
      exp: Math.floor(found.expiresAt / 1000),
      sub: found.user.id,
      iss: ownOrigin(deps, request),
    })
  })
}
