import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPageSize } from '../../limits.js'
import { ChannelMemberObject } from '../../objects/channel.js'
import { Ok } from '../../objects/config.js'
import { Id, params } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const NoId = z.literal('')
const level = (...levels: [string, ...string[]]) => z.enum(levels).optional()

export const listChannelMemberships = defineCall({
  operationId: 'listChannelMemberships',
  route: `GET ${path}/members`,
  tag,
  summary: 'The caller’s memberships in a team’s channels',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.array(ChannelMemberObject),
  answers: 'The memberships; a channel’s posts beyond `msg_count` are unread.',
})

export const countChannelPosts = defineCall({
  operationId: 'countChannelPosts',
  route: `GET ${path}/counts`,
  tag,
  summary: 'How many posts the caller’s channels have had',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.object({
    counts: z.record(z.string(), z.number()).describe('Posts by channel.'),
    update_times: z.record(z.string(), z.number()).describe('When each channel was changed last.'),
  }),
  answers: 'Both by the channels’ ids.',
})

export const getChannelMember = defineCall({
  operationId: 'getChannelMember',
  route: `GET ${path}/:channel/members/:user`,
  tag,
  summary: 'A user’s membership in a channel',
  allow: 'channel_member',
  scope: 'read',
  params: params('team', 'channel', 'user'),
  answer: ChannelMemberObject,
  answers: 'The membership.',
  errors: ['not_in_channel'],
})

export const viewChannels = defineCall({
  operationId: 'viewChannels',
  route: `POST ${path}/view`,
  tag,
  summary: 'Say that channels have been read',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  body: z.object({
    // what is absent would be read as empty, and a body that is no JSON as an answer to nothing
    channel_id: Id.or(NoId).optional().describe('Needed: the channel that is looked at now; empty for none.'),
    prev_channel_id: Id.or(NoId).optional().describe('The channel that was looked at before.'),
  }),
  bodyIsTextMap: true,
  answer: Ok,
  answers: 'Done.',
})

export const listChannelMembersById = defineCall({
  operationId: 'listChannelMembersById',
  route: `POST ${path}/:channel/members/ids`,
  tag,
  summary: 'Memberships in a channel by the users’ ids',
  description: 'Ids of users who are not in the channel are left out.',
  allow: 'channel_member',
  scope: 'read',
  params: params('team', 'channel'),
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} ids.`),
  answer: z.array(ChannelMemberObject),
  answers: 'The memberships.',
})

export const updateChannelNotifyProps = defineCall({
  operationId: 'updateChannelNotifyProps',
  route: `POST ${path}/update_notify_props`,
  tag,
  summary: 'Change what a member of a channel is told of there',
  description: 'One’s own; anybody’s for a system administrator. What is absent stays.',
  allow: 'target_channel_member',
  scope: 'manage',
  params: params('team'),
  body: z.object({
    channel_id: Id,
    user_id: Id,
    desktop: level('default', 'all', 'mention', 'none'),
    push: level('default', 'all', 'mention', 'none'),
    email: level('default', 'true', 'false'),
    mark_unread: level('all', 'mention'),
  }),
  bodyIsTextMap: true,
  answer: z.record(z.string(), z.string()),
  answers: 'All that the member chose there.',
  errors: ['no_permission_api', 'not_in_channel'],
})
