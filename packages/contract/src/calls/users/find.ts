import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers, maxSearchLength } from '../../limits.js'
import { UserObject } from '../../objects/users/user.js'
import { Id, SearchTerm, Text } from '../../parameters.js'
import { howUsersAreFound } from './how-found.js'

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
