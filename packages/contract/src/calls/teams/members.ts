import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers, maxPageSize } from '../../limits.js'
import { Ok } from '../../objects/system/settings.js'
import { TeamMemberObject } from '../../objects/teams/team.js'
import { UserMap, UserObject } from '../../objects/users/user.js'
import { howUsersAreFound, Id, SearchTerm } from '../../parameters.js'
import { rolesOf } from '../roles.js'
import { inTeam, teamPath } from './path.js'

const page = '/:offset(^\\d+$)/:limit(^\\d+$)'
const OfUser = z.object({ user_id: Id })

export const listTeamMembers = defineCall({
  operationId: 'listTeamMembers',
  route: `GET ${teamPath}/members${page}`,
  tag: 'Teams',
  summary: 'List a page of a team’s memberships',
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
  summary: 'Get a user’s membership',
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
  summary: 'Get team memberships by user IDs',
  description: 'Omits IDs of users who are not in the team.',
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: z.array(TeamMemberObject),
  answers: 'The memberships.',
})

export const listTeamUsers = defineCall({
  operationId: 'listTeamUsers',
  route: `GET ${teamPath}/users${page}`,
  tag: 'Teams',
  summary: 'List a page of a team’s users',
  allow: 'team_member',
  scope: 'read',
  params: inTeam('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by user ID.',
})

export const autocompleteTeamUsers = defineCall({
  operationId: 'autocompleteTeamUsers',
  searchedBy: ['term'],
  route: `GET ${teamPath}/users/autocomplete`,
  tag: 'Teams',
  summary: 'Find users of a team by the beginning of their names',
  description: howUsersAreFound,
  allow: 'team_member',
  scope: 'read',
  params: inTeam(),
  query: z.object({ term: SearchTerm }),
  answer: z.object({ in_team: z.array(UserObject) }),
  answers: `At most ${maxFoundUsers} profiles, ordered by user name.`,
})

export const addTeamMember = defineCall({
  operationId: 'addTeamMember',
  route: `POST ${teamPath}/add_user_to_team`,
  tag: 'Teams',
  summary: 'Add a user to a team',
  description: 'Allowed for every member. Has no effect if the user is already a member.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ user_id: z.string() }),
  answers: 'The ID of the added user.',
  errors: ['team_gone', 'no_such_user', 'team_full'],
  audit: { target: 'team_member', id: ['params.team', 'body.user_id'] },
})

export const removeTeamMember = defineCall({
  operationId: 'removeTeamMember',
  route: `POST ${teamPath}/remove_user_from_team`,
  tag: 'Teams',
  summary: 'Leave a team, or remove a user from it',
  description: 'Only the team’s administrators can remove other users.',
  allow: 'team_member',
  scope: 'manage',
  params: inTeam(),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ user_id: z.string() }),
  answers: 'The ID of the removed user.',
  errors: ['not_a_team_member'],
  audit: { target: 'team_member', id: ['params.team', 'body.user_id'] },
})

export const updateTeamMemberRoles = defineCall({
  operationId: 'updateTeamMemberRoles',
  route: `POST ${teamPath}/update_member_roles`,
  tag: 'Teams',
  summary: 'Set a member’s roles in a team',
  description: 'Allowed for the team’s administrators.',
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
