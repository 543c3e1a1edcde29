import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundUsers } from '../../limits.js'
import { UserMap, UserObject } from '../../objects/users/user.js'
import { params, SearchTerm } from '../../parameters.js'
import { howUsersAreFound } from '../users/how-found.js'

const path = '/teams/:team/channels/:channel/users'
const page = '/:offset(^\\d+$)/:limit(^\\d+$)'
const common = { tag: 'Channels', allow: 'channel_member', scope: 'read' } as const
const inPages = {
  ...common,
  description: 'Ordered by user name.',
  params: params('team', 'channel', 'offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by user ID.',
} as const

export const listChannelUsers = defineCall({
  ...inPages,
  operationId: 'listChannelUsers',
  route: `GET ${path}${page}`,
  summary: 'List a page of a channel’s users',
})

export const listUsersNotInChannel = defineCall({
  ...inPages,
  operationId: 'listUsersNotInChannel',
  route: `GET ${path}/not_in_channel${page}`,
  summary: 'List a page of a team’s users who are not in a channel',
})

export const autocompleteChannelUsers = defineCall({
  ...common,
  operationId: 'autocompleteChannelUsers',
  searchedBy: ['term'],
  route: `GET ${path}/autocomplete`,
  summary: 'Find users inside and outside a channel by the beginning of their names',
  description: howUsersAreFound,
  params: params('team', 'channel'),
  query: z.object({ term: SearchTerm }),
  answer: z.object({ in_channel: z.array(UserObject), out_of_channel: z.array(UserObject) }),
  answers: `At most ${maxFoundUsers} profiles in each list, ordered by user name.`,
})
