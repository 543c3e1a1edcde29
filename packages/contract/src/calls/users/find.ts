import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers, maxSearchLength } from '../../limits.js'
import { UserObject } from '../../objects/user.js'
import { Id, SearchTerm, Text } from '../../parameters.js'
import { howUsersAreFound } from './how-found.js'

const NoId = z.literal('')
const common = {
  tag: 'Users',
  allow: 'user',
  scope: 'read',
  answer: z.array(UserObject),
  answers: `At most ${maxFoundUsers} profiles, by user name.`,
} as const

export const searchUsers = defineCall({
  ...common,
  operationId: 'searchUsers',
  searchedBy: ['term'],
  route: 'POST /users/search',
  summary: 'Users whose names begin like this',
  description: `${howUsersAreFound} Only members find those of a team or a channel.`,
  body: z.object({
    term: Text.min(1, 'wants the beginning of a name').max(maxSearchLength),
    team_id: Id.or(NoId).optional().describe('Only members of this team.'),
    in_channel_id: Id.or(NoId).optional().describe('Only members of this channel.'),
    not_in_channel_id: Id.or(NoId).optional().describe('Nobody who is in this channel.'),
    allow_inactive: z.boolean().optional().describe('Those who were deactivated, too.'),
  }),
  errors: ['no_permission_api'],
})

export const autocompleteUsers = defineCall({
  ...common,
  operationId: 'autocompleteUsers',
  searchedBy: ['term'],
  route: 'GET /users/autocomplete',
  summary: 'Users whose names begin like what is typed',
  description: howUsersAreFound,
  query: z.object({ term: SearchTerm }),
})
