import { addTeamMember, findTeam, findUser, removeTeamMember, setTeamRoles } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap, Ok, ok } from '../json.js'
import { addedToTeam, leftTeam } from '../live/events.js'
import { Id, TeamPath, teamPath } from '../parameters.js'
import { isTeamAdmin } from '../rights.js'

const UserId = z.object({ user_id: z.string() })
const isId = (text: string) => Id.safeParse(text).success

const rolesOfATeam = new Set(['team_user', 'team_admin'])

/** Who is in a team. The checks are in the order of spec 5.1; that the caller may see the team comes before. */
export function memberChangeRoutes(app: ApiServer, { db, live, settings, nowMs }: ApiDeps): void {
  const schema = { params: TeamPath, body: JsonMap, response: { 200: UserId } }

  /** Every member may add users (spec 5.1); who is a member already stays one. */
  app.post(`${teamPath}/add_user_to_team`, { schema }, async (request, reply) => {
    const { user_id: userId = '' } = request.body
    if (!isId(userId)) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter: it has to be an id.')
    const team = await findTeam(db, request.params.team)
    if (!team) return refuse(reply, 'team_gone')
    const user = await findUser(db, userId)
    if (!user) return refuse(reply, 'no_such_user')
    // an address that nobody has verified may be anybody's claim
    const isOwner = user.emailVerified && team.email !== '' && team.email === user.email
    const roles = isOwner ? 'team_user team_admin' : 'team_user'
    const joining = { teamId: team.id, userId, roles, nowMs: nowMs() }
    const joined = await addTeamMember(db, joining, settings().MaxUsersPerTeam)
    if (joined === 'team_full' || joined === 'team_gone') return refuse(reply, joined)
    if (joined === 'joined') live.tell(addedToTeam(team.id, userId))
    return { user_id: userId }
  })

  /** Anybody leaves; to take somebody else out is for the team's administrators. */
  app.post(`${teamPath}/remove_user_from_team`, { schema }, async (request, reply) => {
    const { team } = request.params
    const { user_id: userId = '' } = request.body
    if (!isId(userId)) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter: it has to be an id.')
    const caller = callerOf(request)
    if (caller.id !== userId && !(await isTeamAdmin(db, caller, team)))
      return refuse(reply, 'no_permission_api')
    const removed = await removeTeamMember(db, team, userId, nowMs())
    if (!removed) return refuse(reply, 'not_a_team_member')
    live.tell(...leftTeam(team, userId))
    return { user_id: userId }
  })

  const roles = { params: TeamPath, body: JsonMap, response: { 200: Ok } }
  app.post(`${teamPath}/update_member_roles`, { schema: roles }, async (request, reply) => {
    const { team } = request.params
    const { user_id: userId = '', new_roles: text = '' } = request.body
    const names = new Set(text.split(' '))
    if (!isId(userId)) return refuse(reply, 'bad_parameter', 'Invalid user_id parameter: it has to be an id.')
    if (!names.has('team_user') || [...names].some(name => !rolesOfATeam.has(name)))
      return refuse(
        reply,
        'bad_parameter',
        'Invalid new_roles parameter: team_user, or both with team_admin.',
      )
    if (!(await isTeamAdmin(db, callerOf(request), team))) return refuse(reply, 'no_permission_api')
    const changed = await setTeamRoles(db, team, userId, [...names].toSorted().toReversed().join(' '))
    return changed ? ok : refuse(reply, 'not_a_team_member')
  })
}
