import { endSession, endTokenFamily } from '@posthorn/db'
import { auditToken } from '../../audit/audit-token.js'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { clientOf, unknownClient } from './client.js'
import { type FoundToken, findToken } from './find-token.js'
import { postForm, sendProblem } from './forms.js'

/** POST /oauth/revoke (RFC 7009): either token of a pair ends both. An unknown token is not an error. */
export function revokeRoute(app: ApiServer, deps: ApiDeps): void {
  postForm(app, deps, '/oauth/revoke', async (form, request, reply) => {
    const client = await clientOf(deps.db, request, form)
    if (!client) return sendProblem(reply, unknownClient)
    const { token } = form
    if (token === undefined)
      return sendProblem(reply, { status: 400, error: 'invalid_request', description: 'token is missing.' })
    const found = await findToken(deps.db, token, deps.nowMs())
    if (found && found.appId !== client.id)
      return sendProblem(reply, {
        status: 400,
        error: 'invalid_grant',
        description: 'The token belongs to another app.',
      })
    if (found) {
      await end(deps, found)
      await auditToken(deps, request, { action: 'revokeToken', userId: found.user.id, appId: client.id })
    }
    return reply.send({})
  })
}

async function end({ db, live }: ApiDeps, { kind, id, user }: FoundToken): Promise<void> {
  if (kind === 'access_token') {
    if (await endSession(db, user.id, id)) live.sessionEnded(id)
  } else {
    const ended = await endTokenFamily(db, { id, userId: user.id })
    ended.forEach(live.sessionEnded)
  }
}
