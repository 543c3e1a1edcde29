import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers, maxPageSize } from '../../limits.js'
import { Ok } from '../../objects/config.js'
import { TeamMemberObject } from '../../objects/team-member.js'
import { UserMap, UserObject } from '../../objects/user.js'
import { Id, SearchTerm } from '../../parameters.js'
import { rolesOf } from '../roles.js'
import { howUsersAreFound } from '../users/how-found.js'
import { inTeam, teamPath } from './path.js'

const page = '/:offset(^\\d+$)/:limit(^\\d+$)'
const OfUser = z.object({ user_id: Id })

export const listTeamMembers = defineCall({
  operationId: 'listTeamMembers',
  route: `GET ${teamPath}/members${page}`,
  tag: 'Teams',
  summary: 'A page of a team’s memberships',
  allow: 'team_member',
  scope: 'read',
  params: inTeam('offset', 'limit'),
  answer: z.array(TeamMemberObject),
  answers: 'The memberships.',
})

export const getTeamMember = defineCall({
  operationId: 'getTeamMember',
  route: `GET ${teamPath}/members/:user`,
  tag: 'Teams',
  summary: 'A user’s membership',
  allow: 'team_member',
  scope: 'read',
  params: inTeam('user'),
  answer: TeamMemberObject,
  answers: 'The membership.',
  errors: ['not_a_team_member'],
})

export const listTeamMembersById = defineCall({
  operationId: 'listTeamMembersById',
  route: `POST ${teamPath}/members/ids`,
  tag: 'Teams',
  summary: 'Memberships in a team by the users’ ids',
  description: 'Ids of users who are not in the team are left out.',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} ids.`),
  answer: z.array(TeamMemberObject),
  answers: 'The memberships.',
})

export const listTeamUsers = defineCall({
  operationId: 'listTeamUsers',
  route: `GET ${teamPath}/users${page}`,
  tag: 'Teams',
  summary: 'A page of a team’s users',
  allow: 'team_member',
  scope: 'read',
  params: inTeam('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by id.',
})

export const autocompleteTeamUsers = defineCall({
  operationId: 'autocompleteTeamUsers',
  searchedBy: ['term'],
  route: `GET ${teamPath}/users/autocomplete`,
  tag: 'Teams',
  summary: 'Users of a team whose names begin like what is typed',
  description: howUsersAreFound,
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  query: z.object({ term: SearchTerm }),
  answer: z.object({ in_team: z.array(UserObject) }),
  answers: `At most ${maxFoundUsers} profiles, by user name.`,
})

export const addTeamMember = defineCall({
  operationId: 'addTeamMember',
  route: `POST ${teamPath}/add_user_to_team`,
  tag: 'Teams',
  summary: 'Add a user to a team',
  description: 'For every member. Who is a member already stays one.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ user_id: z.string() }),
  answers: 'The user who is a member now.',
  errors: ['team_gone', 'no_such_user', 'team_full'],
  audit: { target: 'team_member', id: ['params.team', 'body.user_id'] },
})

export const removeTeamMember = defineCall({
  operationId: 'removeTeamMember',
  route: `POST ${teamPath}/remove_user_from_team`,
  tag: 'Teams',
  summary: 'Leave a team, or take somebody out of it',
  description: 'Others are taken out by the team’s administrators.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ user_id: z.string() }),
  answers: 'The user who is no member now.',
  errors: ['not_a_team_member'],
  audit: { target: 'team_member', id: ['params.team', 'body.user_id'] },
})

export const updateTeamMemberRoles = defineCall({
  operationId: 'updateTeamMemberRoles',
  route: `POST ${teamPath}/update_member_roles`,
  tag: 'Teams',
  summary: 'Give a member the roles of the team',
  description: 'For the team’s administrators.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: OfUser.extend({ new_roles: rolesOf('team_user', 'team_admin') }),
  bodyIsTextMap: true,
  answer: Ok,
  answers: 'Done.',
  errors: ['not_a_team_member'],
  audit: { target: 'team_member', id: ['params.team', 'body.user_id'] },
})
