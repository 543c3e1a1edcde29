import { calls, ok } from '@posthorn/contract'
import {
  findTeam,
  findUser,
  setTeamRoles,
  addTeamMember as storeTeamMember,
  type Team,
  type User,
  removeTeamMember as withdrawTeamMember,
} from '@posthorn/db'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { addedToTeam, leftTeam } from '../../live/events.js'
import { refused } from '../../refusals/refused.js'

export const addTeamMember = serve(calls.addTeamMember, async ({ teamId, body, deps }) => {
  const { db, live, settings, nowMs } = deps
  const { user_id: userId } = body
  const team = await findTeam(db, teamId)
  if (!team) return refused('team_gone')
  const user = await findUser(db, userId)
  if (!user) return refused('no_such_user')
  const joining = { teamId, userId, roles: rolesAtFirst(team, user), nowMs: nowMs() }
  const joined = await storeTeamMember(db, joining, settings().MaxUsersPerTeam)
  if (joined === 'team_full' || joined === 'team_gone') return refused(joined)
  if (joined === 'joined') live.publish(addedToTeam(teamId, userId))
  return { user_id: userId }
})

/** Anybody can claim an address that nobody has verified. */
function rolesAtFirst(team: Team, user: User): string {
  const isOwner = user.emailVerified && team.email !== '' && team.email === user.email
  return isOwner ? 'team_user team_admin' : 'team_user'
}

/** Members can leave; removing others takes a team administrator. */
export const removeTeamMember = serve(calls.removeTeamMember, async ({ caller, teamId, body, deps }) => {
  const { db, live, nowMs } = deps
  const { user_id: userId } = body
  if (caller.user.id !== userId && !(await isTeamAdmin(db, caller.user, teamId)))
    return refused('no_permission_api')
  if (!(await withdrawTeamMember(db, teamId, userId, nowMs()))) return refused('not_a_team_member')
  live.publish(...leftTeam(teamId, userId))
  return { user_id: userId }
})

export const updateTeamMemberRoles = serve(
  calls.updateTeamMemberRoles,
  async ({ caller, teamId, body, deps: { db } }) => {
    if (!(await isTeamAdmin(db, caller.user, teamId))) return refused('no_permission_api')
    const roles = [...new Set(body.new_roles.split(' '))].toSorted().toReversed().join(' ')
    return (await setTeamRoles(db, teamId, body.user_id, roles)) ? ok : refused('not_a_team_member')
  },
)
