import { z } from 'zod'
import { defineCall } from '../../call.js'
import { ChannelMemberObject, ChannelObject } from '../../objects/channel.js'
import { Id, params } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const OfUser = z.object({ user_id: Id })
const inLeaving = [
  'not_in_channel',
  'members_of_direct',
  'archived_for_members',
  'default_channel_keeps',
] as const

export const joinChannel = defineCall({
  operationId: 'joinChannel',
  route: `POST ${path}/:channel/join`,
  tag,
  summary: 'Join a public channel',
  allow: 'channel_team_member',
  scope: 'manage',
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
  scope: 'manage',
  params: params('team', 'name'),
  answer: ChannelObject,
  answers: 'The channel.',
  errors: ['no_channel_named', 'not_public', 'archived_for_members'],
})

export const leaveChannel = defineCall({
  operationId: 'leaveChannel',
  route: `POST ${path}/:channel/leave`,
  tag,
  summary: 'Leave a channel',
  allow: 'channel_team_member',
  scope: 'manage',
  params: params('team', 'channel'),
  answer: z.object({ id: z.string() }),
  answers: 'The channel that the caller left.',
  errors: [...inLeaving, 'last_of_private'],
})

export const addChannelMember = defineCall({
  operationId: 'addChannelMember',
  route: `POST ${path}/:channel/add`,
  tag,
  summary: 'Add a user to a channel',
  description: 'Allowed for members of the channel.',
  allow: 'channel_member',
  scope: 'manage',
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
  summary: 'Remove a user from a channel',
  description: 'Allowed for members of the channel.',
  allow: 'channel_member',
  scope: 'manage',
  params: params('team', 'channel'),
  body: OfUser,
  bodyIsTextMap: true,
  answer: z.object({ channel_id: z.string(), removed_user_id: z.string() }),
  answers: 'The removed user and the channel.',
  errors: inLeaving,
})
