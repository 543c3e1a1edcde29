import type { RefusalRows } from './row.js'

/** Refusals about channels and their members. */
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
    message: 'Channel not found. The team has no channel with this name.',
  },
  direct_by_create: {
    status: 400,
    message: 'Create a direct channel with create_direct and the id of the other user.',
  },
  name_of_direct: {
    status: 400,
    message: 'A channel name cannot contain two underscores in a row. They are reserved for direct channels.',
  },
  too_many_channels: {
    status: 400,
    message:
      'This team has reached its maximum number of channels. Archive one, or ask a system admin to raise the limit.',
  },
  channel_name_taken: {
    status: 400,
    message: 'A channel with that name already exists in the team. It may be archived.',
  },
  bad_channel_name: {
    status: 400,
    message:
      'Invalid channel name. Use 2 to 64 characters of a-z, 0-9, hyphen and underscore, with a letter or digit at both ends.',
  },
  bad_channel_display_name: {
    status: 400,
    message:
      'Invalid display name. Use 1 to 64 characters without invisible characters or text direction marks.',
  },
  bad_channel_type: {
    status: 400,
    message: 'Invalid channel type. Use O for a public channel or P for a private one.',
  },
  header_too_long: {
    status: 400,
    message: 'The channel header is too long. Use at most 1024 characters.',
  },
  purpose_too_long: {
    status: 400,
    message: 'The channel purpose is too long. Use at most 250 characters.',
  },
  no_other_user: {
    status: 400,
    message: 'A direct channel needs another user, and this one does not exist.',
  },
  not_public: {
    status: 403,
    message: 'Only public channels can be joined. Ask a member of this channel to add you.',
  },
  archived_for_changes: {
    status: 400,
    message: 'The channel is archived. Restore it before you change it.',
  },
  default_channel_name_stays: {
    status: 400,
    message: "The name of a team's default channel cannot be changed. Its display name can.",
  },
  archived_for_members: {
    status: 400,
    message: 'The channel is archived, so its members cannot change.',
  },
  members_of_direct: {
    status: 400,
    message: 'A direct channel always has the same two members.',
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
    message: "You're the only member left of this private channel. Archive it instead of leaving.",
  },
  default_channel_keeps: {
    status: 400,
    message: "Members cannot leave a team's default channel.",
  },
  default_channel_stays: {
    status: 400,
    message: "A team's default channel cannot be archived.",
  },
  direct_channel_stays: {
    status: 400,
    message: 'A direct channel cannot be archived.',
  },
  archived_already: {
    status: 400,
    message: 'The channel is already archived.',
  },
  others_hooks_stay: {
    status: 403,
    message:
      "You do not have the appropriate permissions. Other people's webhooks post to this channel, so only its creator or a team administrator can archive it.",
  },
  not_archived: {
    status: 400,
    message: 'The channel is not archived.',
  },
} as const satisfies RefusalRows
