import { endSession, findUser, sessionsOf, teamMembershipsOf } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { callerOf, isSystemAdmin } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { SessionObject, sessionObject } from '../objects/session.js'
import { Id } from '../parameters.js'

export function sessionRoutes(app: ApiServer, { db, live, nowMs }: ApiDeps): void {
  const list = { params: z.object({ user: Id }), response: { 200: z.array(SessionObject) } }
  /** One's own live sessions; anybody's for a system administrator. */
  app.get('/users/:user/sessions', { schema: list }, async (request, reply) => {
    const { user: id } = request.params
    const caller = callerOf(request)
    if (caller.id !== id && !isSystemAdmin(caller)) return refuse(reply, 'no_permission_api')
    const user = await findUser(db, id)
    if (!user) return refuse(reply, 'no_such_user')
    const [sessions, teams] = await Promise.all([sessionsOf(db, id, nowMs()), teamMembershipsOf(db, id)])
    return sessions.map(session => sessionObject(session, user, teams))
  })

  const revoke = { body: JsonMap, response: { 200: z.object({ id: z.string() }) } }
  /** One's own alone: the reference ends anybody's (spec 4.3). */
  app.post('/users/revoke_session', { schema: revoke }, async (request, reply) => {
    const { id = '' } = request.body
    if (!Id.safeParse(id).success) return refuse(reply, 'bad_parameter', 'Invalid id parameter.')
    const ended = await endSession(db, callerOf(request).id, id)
    if (!ended) return refuse(reply, 'no_such_session')
    live.sessionEnded(id)
    return { id }
  })
}
