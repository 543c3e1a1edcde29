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
      '2 to 64 characters: a-z, 0-9, hyphens and single underscores, none of those at its ends.',
    ),
    display_name: RepairedText.meta({ minLength: 1, maxLength: maxChannelDisplayNameLength }),
    type: RepairedText.describe('O: public; P: private.').meta({ enum: ['O', 'P'] }),
    header: RepairedText.optional().meta({ maxLength: maxChannelHeaderLength }),
    purpose: RepairedText.optional().meta({ maxLength: maxChannelPurposeLength }),
    team_id: RepairedText.optional().describe('The team of the path, if it is named again.'),
  }),
  answer: ChannelObject,
  answers: 'The new channel, with the caller in it.',
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
  summary: 'The direct channel with another user',
  description: 'Made when there is none yet.',
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
    'For its members; a public channel to which hooks of others post, for its creator and administrators. Its posts ' +
    'stay; the hooks whose own channel it is are deleted with it.',
  allow: 'channel_member',
  scope: 'manage',
  params: params('team', 'channel'),
  answer: ChannelId,
  answers: 'The channel that was archived.',
  errors: ['direct_channel_stays', 'default_channel_stays', 'others_hooks_stay', 'archived_already'],
  audit: { target: 'channel', id: ['params.channel'] },
})

export const restoreChannel = defineCall({
  operationId: 'restoreChannel',
  route: `POST ${path}/:channel/restore`,
  tag,
  summary: 'Restore an archived channel',
  description:
    'For its creator and administrators; a private one, if they may read it. The hooks that were deleted with it are ' +
    'back, their keys as before.',
  allow: 'channel_team_member',
  scope: 'manage',
  params: params('team', 'channel'),
  answer: ChannelId,
  answers: 'The channel that was restored.',
  errors: ['not_archived', 'too_many_channels'],
  audit: { target: 'channel', id: ['params.channel'] },
})
