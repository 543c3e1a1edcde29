import { calls } from '@posthorn/contract'
import { findTeamMember, findTeamMembers, teamMembersPage, teamUsersPage, unreadByTeam } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { profilesFor } from '../../objects/profiles.js'
import { teamMemberObject } from '../../objects/team-member-object.js'
import { refused } from '../../refusals/refused.js'

export const listTeamMembers = serve(
  calls.listTeamMembers,
  async ({ teamId, params: { offset, limit }, deps }) =>
    (await teamMembersPage(deps.db, teamId, offset, limit)).map(teamMemberObject),
)

export const getTeamMember = serve(calls.getTeamMember, async ({ teamId, params, deps }) => {
  const member = await findTeamMember(deps.db, teamId, params.user)
  return member ? teamMemberObject(member) : refused('not_a_team_member')
})

export const listTeamMembersById = serve(calls.listTeamMembersById, async ({ teamId, body, deps }) =>
  (await findTeamMembers(deps.db, teamId, body)).map(teamMemberObject),
)

export const listUnreadTeams = serve(calls.listUnreadTeams, async ({ caller, query, deps }) => {
  const teams = await unreadByTeam(deps.db, caller.user.id)
  return teams
    .filter(({ teamId }) => teamId !== query.id)
    .map(({ teamId, posts, mentions }) => ({ team_id: teamId, msg_count: posts, mention_count: mentions }))
})

/** Sorts by user name. */
export const listTeamUsers = serve(calls.listTeamUsers, async ({ caller, teamId, params, deps }) => {
  const users = await teamUsersPage(deps.db, teamId, params.offset, params.limit)
  return profilesFor(deps, caller.user, users)
})
