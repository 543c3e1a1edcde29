import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxChannelDisplayNameLength, maxChannelHeaderLength, maxChannelPurposeLength } from '../../limits.js'
import { ChannelObject } from '../../objects/channel.js'
import { Id, params, RepairedText } from '../../parameters.js'

const path = '/teams/:team/channels'
const tag = 'Channels'
const ChannelId = z.object({ id: z.string() })

export const createChannel = defineCall({
  operationId: 'createChannel',
  route: `POST ${path}/create`,
  tag,
  summary: 'Create a channel',
  allow: 'team_member',
  scope: 'manage',
  params: params('team'),
  body: z.object({
    name: RepairedText.describe(
      '2 to 64 characters: a-z, 0-9, hyphens and single underscores, beginning and ending with a letter or digit.',
    ),
    display_name: RepairedText.meta({ minLength: 1, maxLength: maxChannelDisplayNameLength }),
    type: RepairedText.describe('O: public; P: private.').meta({ enum: ['O', 'P'] }),
    header: RepairedText.optional().meta({ maxLength: maxChannelHeaderLength }),
    purpose: RepairedText.optional().meta({ maxLength: maxChannelPurposeLength }),
    team_id: RepairedText.optional().describe('Optional. Must match the team in the path.'),
  }),
  answer: ChannelObject,
  answers: 'The new channel, with the caller as a member.',
  errors: [
    'direct_by_create',
    'name_of_direct',
    'bad_channel_type',
    'bad_channel_name',
    'bad_channel_display_name',
    'header_too_long',
    'purpose_too_long',
    'too_many_channels',
    'channel_name_taken',
  ],
  audit: { target: 'channel', id: ['answer.id'] },
})

export const createDirectChannel = defineCall({
  operationId: 'createDirectChannel',
  route: `POST ${path}/create_direct`,
  tag,
  summary: 'Get or create the direct channel with another user',
  description: 'Creates the channel if it does not exist.',
  allow: 'team_member',
  scope: 'manage',
  params: params('team'),
  body: z.object({ user_id: Id }),
  bodyIsTextMap: true,
  answer: ChannelObject,
  answers: 'The channel.',
  errors: ['no_other_user', 'no_such_channel'],
})

export const archiveChannel = defineCall({
  operationId: 'archiveChannel',
  route: `POST ${path}/:channel/delete`,
  tag,
  summary: 'Archive a channel',
  description:
    'Allowed for members of the channel. If other users’ hooks post to a public channel, only its creator ' +
    'and administrators can archive it. Its posts stay. Hooks whose own channel it is are deleted with it.',
  allow: 'channel_member',
  scope: 'manage',
  params: params('team', 'channel'),
  answer: ChannelId,
  answers: 'The archived channel.',
  errors: ['direct_channel_stays', 'default_channel_stays', 'others_hooks_stay', 'archived_already'],
  audit: { target: 'channel', id: ['params.channel'] },
})

export const restoreChannel = defineCall({
  operationId: 'restoreChannel',
  route: `POST ${path}/:channel/restore`,
  tag,
  summary: 'Restore an archived channel',
  description:
    'Allowed for its creator and for administrators. A private channel requires read access. Hooks that ' +
    'were deleted with it are restored with the same keys.',
  allow: 'channel_team_member',
  scope: 'manage',
  params: params('team', 'channel'),
  answer: ChannelId,
  answers: 'The restored channel.',
  errors: ['not_archived', 'too_many_channels'],
  audit: { target: 'channel', id: ['params.channel'] },
})

const common = { tag: 'Channels', scope: 'manage', params: params('team') } as const
const ofTarget = {
  ...common,
  allow: 'target_channel_member',
  bodyIsTextMap: true,
  answer: ChannelObject,
  answers: 'The updated channel.',
} as const

export const updateChannel = defineCall({
  ...common,
  operationId: 'updateChannel',
  route: `POST ${path}/update`,
  summary: 'Change a channel’s name, header and purpose',
  description:
    'Allowed for members of the channel. Absent fields and an empty name stay unchanged. The channel gets a ' +
    'post about a new display name.',
  allow: 'target_channel_member',
  body: z.object({
    id: Id,
    name: RepairedText.optional().meta({ maxLength: 64 }),
    display_name: RepairedText.optional().meta({ maxLength: maxChannelDisplayNameLength }),
    header: RepairedText.optional().meta({ maxLength: maxChannelHeaderLength }),
    purpose: RepairedText.optional().meta({ maxLength: maxChannelPurposeLength }),
    type: RepairedText.optional().describe(
      'Must be the current type. A channel cannot switch between public and private.',
    ),
  }),
  answer: ChannelObject,
  answers: 'The updated channel.',
  errors: [
    'archived_for_changes',
    'default_channel_name_stays',
    'name_of_direct',
    'bad_channel_name',
    'bad_channel_display_name',
    'header_too_long',
    'purpose_too_long',
    'channel_name_taken',
  ],
  audit: { target: 'channel', id: ['body.id'] },
})

export const updateChannelHeader = defineCall({
  ...ofTarget,
  operationId: 'updateChannelHeader',
  route: `POST ${path}/update_header`,
  summary: 'Change a channel’s header',
  description: 'Allowed for members of the channel. The channel gets a post about the change.',
  body: z.object({
    channel_id: Id,
    channel_header: RepairedText.describe('Markdown.').meta({ maxLength: maxChannelHeaderLength }),
  }),
  errors: ['archived_for_changes', 'header_too_long'],
  audit: { target: 'channel', id: ['body.channel_id'] },
})

export const updateChannelPurpose = defineCall({
  ...ofTarget,
  operationId: 'updateChannelPurpose',
  route: `POST ${path}/update_purpose`,
  summary: 'Change a channel’s purpose',
  description: 'Allowed for members of the channel. The channel gets a post about the change.',
  body: z.object({
    channel_id: Id,
    channel_purpose: RepairedText.meta({ maxLength: maxChannelPurposeLength }),
  }),
  errors: ['archived_for_changes', 'purpose_too_long'],
  audit: { target: 'channel', id: ['body.channel_id'] },
})
