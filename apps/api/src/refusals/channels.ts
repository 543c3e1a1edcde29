import type { RefusalRows } from './row.js'

/** What is refused about channels and their members. */
export const channelRefusals = {
  no_such_channel: {
    status: 404,
    message: "We couldn't find the existing channel.",
  },
  not_in_channel: {
    status: 404,
    message: 'No channel member found for that user and that channel.',
  },
  no_channel_named: {
    status: 404,
    message: 'There is no channel of this name in the team.',
  },
  direct_by_create: {
    status: 400,
    message: 'A direct channel is made with create_direct, from the id of the other user.',
  },
  name_of_direct: {
    status: 400,
    message:
      'A channel name must not have two underscores in a row: those are in the names of direct channels.',
  },
  too_many_channels: {
    status: 400,
    message:
      'This team has as many channels as a team may have. Archive one, or ask a system admin to raise the limit.',
  },
  channel_name_taken: {
    status: 400,
    message: 'A channel with that name already exists in the team. It may be archived.',
  },
  bad_channel_name: {
    status: 400,
    message:
      'A channel name has 2 to 64 characters: a-z, 0-9, hyphens and underscores, none of those at its ends.',
  },
  bad_channel_display_name: {
    status: 400,
    message:
      'A channel needs a display name of at most 64 characters, none of them invisible or a text direction mark.',
  },
  bad_channel_type: {
    status: 400,
    message: 'The type of a channel is O, for public, or P, for private.',
  },
  header_too_long: {
    status: 400,
    message: 'The header of a channel has at most 1024 characters.',
  },
  purpose_too_long: {
    status: 400,
    message: 'The purpose of a channel has at most 250 characters.',
  },
  no_other_user: {
    status: 400,
    message: 'A direct channel needs another user, who exists.',
  },
  not_public: {
    status: 403,
    message: 'Only public channels can be joined. Ask a member of this one to add you.',
  },
  archived_for_changes: {
    status: 400,
    message: 'The channel has been archived: restore it before it is changed.',
  },
  default_channel_name_stays: {
    status: 400,
    message: 'The name of the default channel of a team cannot be changed. Its display name can.',
  },
  archived_for_members: {
    status: 400,
    message: 'The channel has been archived: nobody can join or leave it.',
  },
  members_of_direct: {
    status: 400,
    message: 'Nobody can join or leave a direct channel: its two members are fixed.',
  },
  no_user_to_add: {
    status: 404,
    message: "We couldn't find the user.",
  },
  user_not_in_team: {
    status: 400,
    message: 'Only members of the team can be added to its channels.',
  },
  last_of_private: {
    status: 400,
    message: "You're the only member left of this private channel: archive it instead of leaving.",
  },
  default_channel_keeps: {
    status: 400,
    message: 'Nobody can leave the default channel of a team.',
  },
  default_channel_stays: {
    status: 400,
    message: 'The default channel of a team cannot be archived.',
  },
  direct_channel_stays: {
    status: 400,
    message: 'A direct channel cannot be archived.',
  },
  archived_already: {
    status: 400,
    message: 'The channel has been archived already.',
  },
  others_hooks_stay: {
    status: 403,
    message:
      'You do not have the appropriate permissions. Webhooks of others post to this channel: only who created it, or an administrator of the team, archives it.',
  },
  not_archived: {
    status: 400,
    message: 'The channel is not archived.',
  },
} as const satisfies RefusalRows
