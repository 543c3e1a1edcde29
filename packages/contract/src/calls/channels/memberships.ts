import { z } from 'zod'
import { defineCall } from '../../call.js'
import { ChannelMemberObject } from '../../objects/channel.js'
import { Ok } from '../../objects/config.js'
import { Id, params } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const NoId = z.literal('')

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
