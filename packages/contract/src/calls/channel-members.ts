import { z } from 'zod'
import { defineCall } from '../call.js'
import { ChannelMemberObject, ChannelObject } from '../objects/channel.js'
import { Ok } from '../objects/config.js'
import { Id, params } from '../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const OfUser = z.object({ user_id: Id })
const NoId = z.literal('')

export const listChannelMemberships = defineCall({
  operationId: 'listChannelMemberships',
  route: `GET ${path}/members`,
  tag,
  summary: 'The caller’s memberships in a team’s channels',
  allow: 'team_member',
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
  params: params('team', 'channel', 'user'),
  answer: ChannelMemberObject,
  answers: 'The membership.',
  errors: ['not_in_channel'],
})

export const joinChannel = defineCall({
  operationId: 'joinChannel',
  route: `POST ${path}/:channel/join`,
  tag,
  summary: 'Join a public channel',
  allow: 'channel_team_member',
  params: params('team', 'channel'),
  answer: ChannelObject,
  answers: 'The channel.',
  errors: ['not_public', 'archived_for_members'],
})

export const joinChannelByName = defineCall({
  operationId: 'joinChannelByName',
  route: `POST ${path}/name/:name/join`,
  tag,
  summary: 'Join a public channel by its name',
  allow: 'team_member',
  params: params('team', 'name'),
  answer: ChannelObject,
  answers: 'The channel.',
  errors: ['no_channel_named', 'not_public', 'archived_for_members'],
})

const inLeaving = [
  'not_in_channel',
  'members_of_direct',
  'archived_for_members',
  'default_channel_keeps',
] as const

export const leaveChannel = defineCall({
  operationId: 'leaveChannel',
  route: `POST ${path}/:channel/leave`,
  tag,
  summary: 'Leave a channel',
  allow: 'channel_team_member',
  params: params('team', 'channel'),
  answer: z.object({ id: z.string() }),
  answers: 'The channel that was left.',
  errors: [...inLeaving, 'last_of_private'],
})

export const addChannelMember = defineCall({
  operationId: 'addChannelMember',
  route: `POST ${path}/:channel/add`,
  tag,
  summary: 'Add a user to a channel',
  description: 'For its members.',
  allow: 'channel_member',
  params: params('team', 'channel'),
  body: OfUser,
  bodyIsTextMap: true,
  answer: ChannelMemberObject,
  answers: 'The new membership.',
  errors: [
    'members_of_direct',
    'archived_for_members',
    'no_user_to_add',
    'user_not_in_team',
    'not_in_channel',
  ],
})

export const removeChannelMember = defineCall({
  operationId: 'removeChannelMember',
  route: `POST ${path}/:channel/remove`,
  tag,
  summary: 'Take a user out of a channel',
  description: 'For its members.',
  allow: 'channel_member',
  params: params('team', 'channel'),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ channel_id: z.string(), removed_user_id: z.string() }),
  answers: 'Who was taken out of where.',
  errors: inLeaving,
})

export const viewChannels = defineCall({
  operationId: 'viewChannels',
  route: `POST ${path}/view`,
  tag,
  summary: 'Say that channels have been read',
  allow: 'team_member',
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
