import { calls, type TeamObject } from '@posthorn/contract'
import { searchTeams as find, findTeam, changeTeam as storeTeam } from '@posthorn/db'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { teamObject } from '../../objects/team-object.js'
import { refused } from '../../refusals/refused.js'
import { teamFieldsOf, validateTeamChanges } from './validate-team.js'

export const searchTeams = serve(calls.searchTeams, async ({ deps, query }) => {
  const { search, cursor, limit } = query
  const { teams: found, total } = await find(deps.db, { text: search, after: cursor, limit: limit + 1 })
  const teams = found.slice(0, limit)
  return {
    teams: teams.map(({ members, hooks, channels, ...team }) => ({
      ...teamObject(team, true),
      members,
      hooks,
      channels,
    })),
    next: found.length > limit ? (teams.at(-1)?.name ?? '') : '',
    total,
  }
})

export const updateTeam = serve(calls.updateTeam, async ({ deps, caller, teamId, body }) => {
  const { db, nowMs } = deps
  if (!(await isTeamAdmin(db, caller.user, teamId))) return refused('no_permission_api')
  const team = await findTeam(db, teamId)
  if (!team) return refused('team_gone')
  const { name: _, ...fields } = teamFieldsOf({ ...teamObject(team, true), ...given(body) })
  const mistake = validateTeamChanges(fields, team.displayName)
  if (mistake) return refused(mistake)
  const changed = await storeTeam(db, teamId, fields, nowMs())
  return changed ? teamObject(changed, true) : refused('team_gone')
})

/** Leaves out absent fields. */
function given(body: object): Partial<TeamObject> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
