import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPageSize } from '../../limits.js'
import { ChannelMemberObject, ChannelObject } from '../../objects/channel.js'
import { Ok } from '../../objects/system/settings.js'
import { Id, params } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const NoId = z.literal('')
const level = (...levels: [string, ...string[]]) => z.enum(levels).optional()

export const listChannelMemberships = defineCall({
  operationId: 'listChannelMemberships',
  route: `GET ${path}/members`,
  tag,
  summary: 'List the caller’s channel memberships in a team',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.array(ChannelMemberObject),
  answers: 'The memberships. Posts beyond `msg_count` are unread.',
})

export const countChannelPosts = defineCall({
  operationId: 'countChannelPosts',
  route: `GET ${path}/counts`,
  tag,
  summary: 'Count the posts of the caller’s channels',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.object({
    counts: z.record(z.string(), z.number()).describe('Number of posts, by channel ID.'),
    update_times: z.record(z.string(), z.number()).describe('Time of the last change, by channel ID.'),
  }),
  answers: 'Two maps with channel IDs as keys.',
})

export const getChannelMember = defineCall({
  operationId: 'getChannelMember',
  route: `GET ${path}/:channel/members/:user`,
  tag,
  summary: 'Get a user’s membership in a channel',
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
  summary: 'Mark channels as read',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  body: z.object({
    // an absent field would be read as empty, so a body that is not JSON would have no effect
    channel_id: Id.or(NoId)
      .optional()
      .describe('Required. The channel that the user is viewing. Empty for none.'),
    prev_channel_id: Id.or(NoId).optional().describe('The channel that the user viewed before.'),
  }),
  bodyIsTextMap: true,
  answer: Ok,
  answers: 'Done.',
})

export const listChannelMembersById = defineCall({
  operationId: 'listChannelMembersById',
  route: `POST ${path}/:channel/members/ids`,
  tag,
  summary: 'Get channel memberships by user IDs',
  description: 'Omits IDs of users who are not in the channel.',
  allow: 'channel_member',
  scope: 'read',
  params: params('team', 'channel'),
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: z.array(ChannelMemberObject),
  answers: 'The memberships.',
})

export const updateChannelNotifyProps = defineCall({
  operationId: 'updateChannelNotifyProps',
  route: `POST ${path}/update_notify_props`,
  tag,
  summary: 'Change a member’s notification settings for a channel',
  description: 'Allowed for the member and for system administrators. Absent settings stay unchanged.',
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
  answers: 'All notification settings of the member in this channel.',
  errors: ['no_permission_api', 'not_in_channel'],
})

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
