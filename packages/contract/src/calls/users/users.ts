import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers, maxPageSize, maxSearchLength } from '../../limits.js'
import { TeamMemberObject, TeamObject } from '../../objects/teams/team.js'
import { PreferenceObject, UserMap, UserObject } from '../../objects/users/user.js'
import { howUsersAreFound, Id, params, SearchTerm, Text } from '../../parameters.js'

export const getMe = defineCall({
  operationId: 'getMe',
  route: 'GET /users/me',
  tag: 'Users',
  summary: 'Get the caller',
  allow: 'user',
  beforePasswordChange: true,
  scope: 'profile',
  answer: UserObject,
  answers: 'The caller.',
  etag: true,
  beyondRate: true,
})

export const getUser = defineCall({
  operationId: 'getUser',
  route: 'GET /users/:user/get',
  tag: 'Users',
  summary: 'Get a user by ID',
  allow: 'user',
  scope: 'read',
  params: params('user'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const getUserByUsername = defineCall({
  operationId: 'getUserByUsername',
  route: 'GET /users/name/:username',
  tag: 'Users',
  summary: 'Get a user by user name',
  allow: 'user',
  scope: 'read',
  params: params('username'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const getUserByEmail = defineCall({
  operationId: 'getUserByEmail',
  route: 'GET /users/email/:email',
  tag: 'Users',
  summary: 'Get a user by e-mail address',
  description:
    'Allowed for the user and for system administrators, and for everyone if profiles show e-mail addresses.',
  allow: 'user',
  scope: 'read',
  params: params('email'),
  answer: UserObject,
  answers: 'The fields of the profile that the caller can see.',
  errors: ['no_such_user'],
})

export const listUsers = defineCall({
  operationId: 'listUsers',
  route: 'GET /users/:offset(^\\d+$)/:limit(^\\d+$)',
  tag: 'Users',
  summary: 'List a page of all users',
  description: 'Ordered by user name.',
  allow: 'user',
  scope: 'read',
  params: params('offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by user ID.',
})

export const listUsersById = defineCall({
  operationId: 'listUsersById',
  route: 'POST /users/ids',
  tag: 'Users',
  summary: 'Get users by IDs',
  description: 'Omits unknown IDs.',
  allow: 'user',
  scope: 'read',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: UserMap,
  answers: 'Profiles by user ID.',
})

const texts = z.record(z.string(), z.string())

export const getInitialLoad = defineCall({
  operationId: 'getInitialLoad',
  route: 'GET /users/initial_load',
  tag: 'Users',
  summary: 'Get everything that a client needs at startup',
  description: 'Without a session, returns only public information about the server.',
  allow: 'optional_user',
  beyondRate: true,
  scope: 'read',
  answer: z.object({
    user: UserObject.nullable(),
    team_members: z.array(TeamMemberObject).nullable(),
    teams: z.array(TeamObject).nullable(),
    preferences: z.array(PreferenceObject).nullable(),
    client_cfg: texts.describe('The same as `client_props`.'),
    license_cfg: texts.describe('States that there is no licence.'),
    no_accounts: z.boolean().describe('Whether the server has no accounts yet. Always false with a session.'),
  }),
  answers: 'The caller with teams, memberships and preferences. These are null without a session.',
})

const NoId = z.literal('')
const common = {
  tag: 'Users',
  allow: 'user',
  scope: 'read',
  answer: z.array(UserObject),
  answers: `At most ${maxFoundUsers} profiles, ordered by user name.`,
} as const

export const searchUsers = defineCall({
  ...common,
  operationId: 'searchUsers',
  searchedBy: ['term'],
  route: 'POST /users/search',
  summary: 'Search users by the beginning of their names',
  description: `${howUsersAreFound} Searches by team or channel require membership.`,
  body: z.object({
    term: Text.min(1, 'must be the beginning of a name').max(maxSearchLength),
    team_id: Id.or(NoId).optional().describe('Only members of this team.'),
    in_channel_id: Id.or(NoId).optional().describe('Only members of this channel.'),
    not_in_channel_id: Id.or(NoId).optional().describe('Only users who are not in this channel.'),
    allow_inactive: z.boolean().optional().describe('Whether to include deactivated users.'),
  }),
  errors: ['no_permission_api'],
})

export const autocompleteUsers = defineCall({
  ...common,
  operationId: 'autocompleteUsers',
  searchedBy: ['term'],
  route: 'GET /users/autocomplete',
  summary: 'Find users by the beginning of their names',
  description: howUsersAreFound,
  query: z.object({ term: SearchTerm }),
})

const statusCommon = { tag: 'Users', allow: 'user', scope: 'read' } as const
const Statuses = z.record(z.string(), z.enum(['online', 'offline']))

export const listStatuses = defineCall({
  ...statusCommon,
  operationId: 'listStatuses',
  route: 'GET /users/status',
  summary: 'List online users',
  description: 'Users with a live connection. The WebSocket action `get_statuses` returns the same.',
  answer: Statuses,
  answers: '`online`, by user ID.',
})

export const listStatusesById = defineCall({
  ...statusCommon,
  operationId: 'listStatusesById',
  route: 'POST /users/status/ids',
  summary: 'Get the online status of users by IDs',
  description: 'The WebSocket action `get_statuses_by_ids` returns the same.',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: Statuses,
  answers: '`online` or `offline`, by user ID. Unknown users are offline.',
})
