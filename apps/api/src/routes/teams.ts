import {
  createTeam,
  findTeamByName,
  isTeamMember,
  openTeams,
  type Team,
  teamMembershipsOf,
  teamsOf,
} from '@posthorn/db'
import { newId, newSecret, refuse } from '@posthorn/server'
import { z } from 'zod'
import { callerOf, isSystemAdmin } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { JsonMap } from '../json.js'
import { addedToTeam } from '../live/events.js'
import { TeamObject, teamObject } from '../objects/team.js'
import { TeamFields, teamFieldsOf, teamMistakeIn } from '../objects/team-fields.js'
import { TeamMemberObject, teamMemberObject } from '../objects/team-member.js'
import { Name } from '../parameters.js'

const TeamMap = z.record(z.string(), TeamObject)

const mapOf = (teams: Team[], whole: boolean) =>
  Object.fromEntries(teams.map(team => [team.id, teamObject(team, whole)]))

export function teamRoutes(app: ApiServer, { db, live, settings, nowMs }: ApiDeps): void {
  /** Its creator is its administrator, and in its default channels. */
  app.post(
    '/teams/create',
    { schema: { body: TeamFields, response: { 200: TeamObject } } },
    async (request, reply) => {
      const caller = callerOf(request)
      const isRoot = isSystemAdmin(caller)
      if (!settings().EnableTeamCreation && !isRoot) return refuse(reply, 'no_permission_api')
      const fields = teamFieldsOf(request.body)
      const mistake = teamMistakeIn(fields)
      if (mistake) return refuse(reply, mistake)
      const team = {
        ...fields,
        id: newId(),
        nowMs: nowMs(),
        creatorId: caller.id,
        inviteId: newSecret(),
        channelIds: [newId(), newId()] as [string, string],
      }
      const most = isRoot ? Number.POSITIVE_INFINITY : settings().MaxTeamsPerUser
      const made = await createTeam(db, team, most)
      if (typeof made === 'string') return refuse(reply, made)
      live.tell(addedToTeam(made.id, caller.id))
      return teamObject(made, true)
    },
  )

  /** The caller's own teams by id; every team for a system administrator (spec 5.3). */
  app.get('/teams/all', { schema: { response: { 200: TeamMap } } }, async request => {
    const caller = callerOf(request)
    const all = isSystemAdmin(caller)
    return mapOf(await teamsOf(db, all ? undefined : caller.id), all)
  })

  app.get('/teams/all_team_listings', { schema: { response: { 200: TeamMap } } }, async request =>
    mapOf(await openTeams(db), isSystemAdmin(callerOf(request))),
  )

  const memberships = { response: { 200: z.array(TeamMemberObject) } }
  /** The caller's memberships. */
  app.get('/teams/members', { schema: memberships }, async request =>
    (await teamMembershipsOf(db, callerOf(request).id)).map(teamMemberObject),
  )

  const byName = { params: z.object({ name: Name }), response: { 200: TeamObject } }
  /** For its members, and anybody when it is open to all. */
  app.get('/teams/name/:name', { schema: byName }, async (request, reply) => {
    const team = await findTeamByName(db, request.params.name)
    if (!team) return refuse(reply, 'no_such_team_name')
    const caller = callerOf(request)
    const all = isSystemAdmin(caller)
    if (!all && !team.allowOpenInvite && !(await isTeamMember(db, caller.id, { id: team.id })))
      return refuse(reply, 'no_permission_api')
    return teamObject(team, all)
  })

  const find = { body: JsonMap, response: { 200: z.boolean() } }
  app.post(
    '/teams/find_team_by_name',
    { schema: find },
    async request => (await findTeamByName(db, request.body.name?.toLowerCase() ?? '')) !== undefined,
  )
}
