import { calls } from '@posthorn/contract'
import {
  findTeam,
  findTeamByName,
  isTeamMember,
  openTeams,
  type Team,
  teamMembershipsOf,
  teamStats,
  teamsOf,
} from '@posthorn/db'
import { isSystemAdmin, isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { teamMemberObject } from '../../objects/team-member-object.js'
import { teamObject } from '../../objects/team-object.js'
import { refused } from '../../refusals/refused.js'

const mapOf = (teams: Team[], whole: boolean) =>
  Object.fromEntries(teams.map(team => [team.id, teamObject(team, whole)]))

export const listTeams = serve(calls.listTeams, async ({ caller: { user }, deps }) => {
  const all = isSystemAdmin(user)
  return mapOf(await teamsOf(deps.db, all ? undefined : user.id), all)
})

export const listOpenTeams = serve(calls.listOpenTeams, async ({ caller, deps }) =>
  mapOf(await openTeams(deps.db), isSystemAdmin(caller.user)),
)

export const listMyTeamMemberships = serve(calls.listMyTeamMemberships, async ({ caller, deps }) =>
  (await teamMembershipsOf(deps.db, caller.user.id)).map(teamMemberObject),
)

export const getTeamByName = serve(calls.getTeamByName, async ({ caller: { user }, params, deps }) => {
  const team = await findTeamByName(deps.db, params.name)
  if (!team) return refused('no_such_team_name')
  const all = isSystemAdmin(user)
  if (!all && !team.allowOpenInvite && !(await isTeamMember(deps.db, user.id, { id: team.id })))
    return refused('no_permission_api')
  return teamObject(team, all)
})

export const teamNameExists = serve(
  calls.teamNameExists,
  async ({ body, deps }) => (await findTeamByName(deps.db, body.name.toLowerCase())) !== undefined,
)

export const getTeam = serve(calls.getTeam, async ({ caller, teamId, deps }) => {
  const team = await findTeam(deps.db, teamId)
  return team ? teamObject(team, await isTeamAdmin(deps.db, caller.user, team.id)) : refused('team_gone')
})

export const getTeamStats = serve(calls.getTeamStats, async ({ teamId, deps }) => {
  const { total, active } = await teamStats(deps.db, teamId)
  return { team_id: teamId, total_member_count: total, active_member_count: active }
})
