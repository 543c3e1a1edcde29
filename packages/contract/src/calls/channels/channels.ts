import { z } from 'zod'
import { defineCall } from '../../call.js'
import {
  channelsPerPage,
  maxChannelsPerPage,
  maxFoundChannels,
  maxFoundUsers,
  maxSearchLength,
} from '../../limits.js'
import { ChannelMemberObject, ChannelObject, ChannelPage } from '../../objects/channel.js'
import { UserMap, UserObject } from '../../objects/users/user.js'
import { filterText, howUsersAreFound, PageCursor, params, SearchTerm, yesOrNo } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'

export const listChannels = defineCall({
  operationId: 'listChannels',
  route: `GET ${path}`,
  trailingSlash: true,
  tag,
  summary: 'List the caller’s channels in a team',
  description: 'Includes direct channels. The URL may end in a slash.',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.array(ChannelObject),
  answers: 'The channels.',
  etag: true,
})

export const listJoinableChannels = defineCall({
  operationId: 'listJoinableChannels',
  route: `GET ${path}/more/:offset/:limit`,
  tag,
  summary: 'List public channels that the caller can join',
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'offset', 'limit'),
  answer: z.array(ChannelObject),
  answers: 'The channels.',
})

export const listArchivedChannels = defineCall({
  operationId: 'listArchivedChannels',
  route: `GET ${path}/archived/:offset/:limit`,
  tag,
  summary: 'List archived channels that the caller can restore',
  description: 'Most recently archived first.',
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'offset', 'limit'),
  answer: z.array(ChannelObject),
  answers: 'The channels. `delete_at` is when they were archived.',
})

export const getChannel = defineCall({
  operationId: 'getChannel',
  route: `GET ${path}/:channel`,
  trailingSlash: true,
  tag,
  summary: 'Get a channel that the caller is in',
  description: 'The URL may end in a slash.',
  allow: 'channel_team_member',
  scope: 'read',
  params: params('team', 'channel'),
  answer: z.object({ channel: ChannelObject, member: ChannelMemberObject }),
  answers: 'The channel and the caller’s membership.',
  etag: true,
  errors: ['not_in_channel'],
})

export const getChannelByName = defineCall({
  operationId: 'getChannelByName',
  route: `GET ${path}/name/:name`,
  tag,
  summary: 'Get a channel by name',
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'name'),
  answer: ChannelObject,
  answers: 'The channel.',
  errors: ['no_channel_named'],
})

export const getChannelStats = defineCall({
  operationId: 'getChannelStats',
  route: `GET ${path}/:channel/stats`,
  tag,
  summary: 'Count the members of a channel',
  allow: 'channel_member',
  scope: 'read',
  params: params('team', 'channel'),
  query: z.object({ html: yesOrNo('Whether to include `header_html`. Only in Posthorn.') }),
  answer: z.object({
    channel_id: z.string(),
    member_count: z.number(),
    header_html: z
      .string()
      .optional()
      .describe('The channel’s header as one line of safe HTML. Only in Posthorn.'),
  }),
  answers: 'The number of members.',
})

const common = {
  tag: 'Channels',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.array(ChannelObject),
  answers: `At most ${maxFoundChannels} channels, by display name.`,
} as const

export const autocompleteChannels = defineCall({
  ...common,
  operationId: 'autocompleteChannels',
  searchedBy: ['term'],
  route: `GET ${path}/autocomplete`,
  summary: 'Find public channels by the beginning of their names',
  description:
    'Matches the URL name or any word of the display name, ignoring case. An empty `term` matches all channels.',
  query: z.object({ term: SearchTerm }),
})

export const searchJoinableChannels = defineCall({
  ...common,
  operationId: 'searchJoinableChannels',
  searchedBy: ['term'],
  route: `POST ${path}/more/search`,
  summary: 'Find public channels to join by the beginning of their names',
  description: 'Searches channels that the caller is not in. Matches like autocomplete.',
  body: z.object({ term: SearchTerm }),
})

export const searchChannels = defineCall({
  operationId: 'searchChannels',
  searchedBy: ['search'],
  route: `GET ${path}/search`,
  tag: 'Channels',
  summary: 'Find channels to join, to restore, or to post to',
  description: 'By display name; archived ones most recently archived first. Does not list direct channels.',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  query: z.object({
    which: z
      .enum(['joinable', 'archived', 'readable'])
      .default('readable')
      .describe(
        'Public channels that the caller is not in, archived ones that the caller can restore, or all public channels ' +
          'and the caller’s private ones (by default).',
      ),
    search: filterText(maxSearchLength).describe('Part of the URL name or display name, ignoring case.'),
    channel: filterText(maxSearchLength).describe('Only the channel with this ID or URL name.'),
    cursor: PageCursor,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxChannelsPerPage)
      .default(channelsPerPage)
      .describe(`${channelsPerPage} by default.`),
  }),
  answer: ChannelPage,
  answers: 'A page of channels.',
})

const userPath = '/teams/:team/channels/:channel/users'
const page = '/:offset(^\\d+$)/:limit(^\\d+$)'
const userCommon = { tag: 'Channels', allow: 'channel_member', scope: 'read' } as const
const inPages = {
  ...userCommon,
  description: 'Ordered by user name.',
  params: params('team', 'channel', 'offset', 'limit'),
  answer: UserMap,
  answers: 'Profiles by user ID.',
} as const

export const listChannelUsers = defineCall({
  ...inPages,
  operationId: 'listChannelUsers',
  route: `GET ${userPath}${page}`,
  summary: 'List a page of a channel’s users',
})

export const listUsersNotInChannel = defineCall({
  ...inPages,
  operationId: 'listUsersNotInChannel',
  route: `GET ${userPath}/not_in_channel${page}`,
  summary: 'List a page of a team’s users who are not in a channel',
})

export const autocompleteChannelUsers = defineCall({
  ...userCommon,
  operationId: 'autocompleteChannelUsers',
  searchedBy: ['term'],
  route: `GET ${userPath}/autocomplete`,
  summary: 'Find users inside and outside a channel by the beginning of their names',
  description: howUsersAreFound,
  params: params('team', 'channel'),
  query: z.object({ term: SearchTerm }),
  answer: z.object({ in_channel: z.array(UserObject), out_of_channel: z.array(UserObject) }),
  answers: `At most ${maxFoundUsers} profiles in each list, ordered by user name.`,
})
