import { findTeam, findTeamMember, teamMembersPage, teamStats, teamUsersPage } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { requireTeamAccess } from '../access.js'
import { callerOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { TeamObject, teamObject } from '../objects/team.js'
import { TeamMemberObject, teamMemberObject } from '../objects/team-member.js'
import { UserObject } from '../objects/user.js'
import { Id, Page, pageOf, TeamPath, teamPath } from '../parameters.js'
import { isTeamAdmin } from '../rights.js'
import { memberChangeRoutes } from './team-members.js'
import { profilesFor } from './users.js'

const TeamStats = z.object({
  team_id: z.string(),
  total_member_count: z.number(),
  active_member_count: z.number(),
})

const page = '/:offset(^\\d+$)/:limit(^\\d+$)'
const TeamPage = TeamPath.extend(Page.shape)

/** One team, for its members and system administrators. */
export function oneTeamRoutes(app: ApiServer, deps: ApiDeps): void {
  const { db } = deps
  requireTeamAccess(app, deps)
  memberChangeRoutes(app, deps)

  const me = { params: TeamPath, response: { 200: TeamObject } }
  app.get(`${teamPath}/me`, { schema: me }, async (request, reply) => {
    const team = await findTeam(db, request.params.team)
    if (!team) return refuse(reply, 'team_gone')
    return teamObject(team, await isTeamAdmin(db, callerOf(request), team.id))
  })

  const stats = { params: TeamPath, response: { 200: TeamStats } }
  app.get(`${teamPath}/stats`, { schema: stats }, async request => {
    const { total, active } = await teamStats(db, request.params.team)
    return { team_id: request.params.team, total_member_count: total, active_member_count: active }
  })

  const members = { params: TeamPage, response: { 200: z.array(TeamMemberObject) } }
  app.get(`${teamPath}/members${page}`, { schema: members }, async ({ params }) =>
    (await teamMembersPage(db, params.team, ...pageOf(params))).map(teamMemberObject),
  )

  const member = { params: TeamPath.extend({ user: Id }), response: { 200: TeamMemberObject } }
  app.get(`${teamPath}/members/:user`, { schema: member }, async ({ params }, reply) => {
    const found = await findTeamMember(db, params.team, params.user)
    return found ? teamMemberObject(found) : refuse(reply, 'not_a_team_member')
  })

  const users = { params: TeamPage, response: { 200: z.record(z.string(), UserObject) } }
  /** The profiles of its members by user name, as a map by id. */
  app.get(`${teamPath}/users${page}`, { schema: users }, async request => {
    const { params } = request
    const people = await teamUsersPage(db, params.team, ...pageOf(params))
    return profilesFor(deps, callerOf(request), people)
  })
}
