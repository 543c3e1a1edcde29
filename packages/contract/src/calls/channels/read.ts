import { z } from 'zod'
import { defineCall } from '../../call.js'
import { ChannelMemberObject, ChannelObject } from '../../objects/channel.js'
import { params, yesOrNo } from '../../parameters.js'

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
