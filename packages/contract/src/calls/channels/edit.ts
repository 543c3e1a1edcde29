import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxChannelDisplayNameLength, maxChannelHeaderLength, maxChannelPurposeLength } from '../../limits.js'
import { ChannelObject } from '../../objects/channel.js'
import { Id, params, RepairedText } from '../../parameters.js'

const path = '/teams/:team/channels'
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
