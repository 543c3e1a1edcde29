import { calls } from '@posthorn/contract'
import { findUser, sessionsOf, teamMembershipsOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { mayManage } from '../../objects/profiles.js'
import { sessionObject } from '../../objects/session-object.js'
import { refused } from '../../refusals/refused.js'

export const listSessions = serve(calls.listSessions, async ({ caller, params: { user: id }, deps }) => {
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const user = await findUser(deps.db, id)
  if (!user) return refused('no_such_user')
  const [sessions, teams] = await Promise.all([
    sessionsOf(deps.db, id, deps.nowMs()),
    teamMembershipsOf(deps.db, id),
  ])
  return sessions.map(session => sessionObject(session, user, teams, caller.session.id))
})
