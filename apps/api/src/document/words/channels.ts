import { z } from 'zod'
import { Id } from '../../parameters.js'
import { type CallWords, ofChannel, ofTeam } from '../call-words.js'

const NewChannel = z.object({
  name: z
    .string()
    .describe('2 to 64 characters: a-z, 0-9, hyphens and single underscores, none of those at its ends.'),
  display_name: z.string().min(1).max(64),
  type: z.enum(['O', 'P']).describe('O: public; P: private.'),
  header: z.string().max(1024).optional(),
  purpose: z.string().max(250).optional(),
  team_id: Id.optional().describe('The team of the path, if it is named again.'),
})
const OfUser = z.object({ user_id: Id })
const View = z.object({
  channel_id: Id.or(z.literal('')).describe('The channel that is looked at now; empty for none.'),
  prev_channel_id: Id.or(z.literal('')).optional().describe('The channel that was looked at before.'),
})

/** Channels, and who is in them. */
export const channelWords = {
  'GET /teams/{team}/channels': {
    tag: 'Channels',
    summary: 'The caller’s channels in a team',
    description: 'Those that the caller is in, and the direct ones. The address may end in a slash.',
    answer: 'The channels.',
    etag: true,
    refusals: ofTeam,
  },
  'GET /teams/{team}/channels/more/{offset}/{limit}': {
    tag: 'Channels',
    summary: 'Public channels that the caller could join',
    answer: 'The channels.',
    refusals: [...ofTeam, 'page_too_long'],
  },
  'GET /teams/{team}/channels/{channel}': {
    tag: 'Channels',
    summary: 'A channel that the caller is in',
    description: 'The address may end in a slash.',
    answer: 'The channel, and the caller’s membership.',
    etag: true,
    refusals: [...ofChannel, 'not_in_channel'],
  },
  'GET /teams/{team}/channels/name/{name}': {
    tag: 'Channels',
    summary: 'A channel by name',
    answer: 'The channel.',
    refusals: [...ofTeam, 'no_channel_named'],
  },
  'GET /teams/{team}/channels/members': {
    tag: 'Channels',
    summary: 'The caller’s memberships in a team’s channels',
    answer: 'The memberships; a channel’s posts beyond `msg_count` are unread.',
    refusals: ofTeam,
  },
  'GET /teams/{team}/channels/{channel}/members/{user}': {
    tag: 'Channels',
    summary: 'A user’s membership in a channel',
    answer: 'The membership.',
    refusals: [...ofChannel, 'not_in_channel'],
  },
  'GET /teams/{team}/channels/{channel}/stats': {
    tag: 'Channels',
    summary: 'How many are in a channel',
    answer: 'The number.',
    refusals: ofChannel,
  },
  'POST /teams/{team}/channels/create': {
    tag: 'Channels',
    summary: 'Create a channel',
    answer: 'The new channel, with the caller in it.',
    body: NewChannel,
    refusals: [
      ...ofTeam,
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
  },
  'POST /teams/{team}/channels/create_direct': {
    tag: 'Channels',
    summary: 'The direct channel with another user',
    description: 'Made when there is none yet.',
    answer: 'The channel.',
    body: OfUser,
    refusals: [...ofTeam, 'no_other_user', 'no_such_channel'],
  },
  'POST /teams/{team}/channels/{channel}/delete': {
    tag: 'Channels',
    summary: 'Archive a channel',
    description:
      'For its members; a public channel to which hooks of others post, for its creator and administrators. Its posts ' +
      'stay; the hooks whose own channel it is are deleted with it.',
    answer: 'The channel that was archived.',
    refusals: [
      ...ofChannel,
      'direct_channel_stays',
      'default_channel_stays',
      'others_hooks_stay',
      'archived_already',
    ],
  },
  'POST /teams/{team}/channels/{channel}/restore': {
    tag: 'Channels',
    summary: 'Restore an archived channel',
    description:
      'For its creator and administrators; a private one, if they may read it. The hooks that were deleted with it are ' +
      'back, their keys as before.',
    answer: 'The channel that was restored.',
    refusals: [...ofChannel, 'not_archived', 'too_many_channels'],
  },
  'POST /teams/{team}/channels/{channel}/join': {
    tag: 'Channels',
    summary: 'Join a public channel',
    answer: 'The channel.',
    refusals: [...ofChannel, 'not_public', 'archived_for_members'],
  },
  'POST /teams/{team}/channels/name/{name}/join': {
    tag: 'Channels',
    summary: 'Join a public channel by its name',
    answer: 'The channel.',
    refusals: [...ofTeam, 'no_channel_named', 'not_public', 'archived_for_members'],
  },
  'POST /teams/{team}/channels/{channel}/leave': {
    tag: 'Channels',
    summary: 'Leave a channel',
    answer: 'The channel that was left.',
    refusals: [
      ...ofChannel,
      'not_in_channel',
      'members_of_direct',
      'archived_for_members',
      'default_channel_keeps',
      'last_of_private',
    ],
  },
  'POST /teams/{team}/channels/{channel}/add': {
    tag: 'Channels',
    summary: 'Add a user to a channel',
    description: 'For its members.',
    answer: 'The new membership.',
    body: OfUser,
    refusals: [
      ...ofChannel,
      'members_of_direct',
      'archived_for_members',
      'no_user_to_add',
      'user_not_in_team',
      'not_in_channel',
    ],
  },
  'POST /teams/{team}/channels/{channel}/remove': {
    tag: 'Channels',
    summary: 'Take a user out of a channel',
    description: 'For its members.',
    answer: 'Who was taken out of where.',
    body: OfUser,
    refusals: [
      ...ofChannel,
      'members_of_direct',
      'archived_for_members',
      'default_channel_keeps',
      'not_in_channel',
    ],
  },
  'POST /teams/{team}/channels/view': {
    tag: 'Channels',
    summary: 'Say that channels have been read',
    answer: 'Done.',
    body: View,
    refusals: ofTeam,
  },
} satisfies Record<string, CallWords>
