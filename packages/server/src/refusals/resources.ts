import type { RefusalWords } from './words.js'

const channels = {
  not_in_channel: {
    status: 404,
    id: 'store.sql_channel.get_member.missing.app_error',
    message: 'No channel member found for that user and that channel.',
  },
  no_channel_named: {
    status: 404,
    id: 'store.sql_channel.get_by_name.missing.app_error',
    message: 'There is no channel of this name in the team.',
  },
  direct_by_create: {
    status: 400,
    id: 'api.channel.create_channel.direct_channel.app_error',
    message: 'A direct channel is made with create_direct, from the id of the other user.',
  },
  name_of_direct: {
    status: 400,
    id: 'api.channel.create_channel.invalid_character.app_error',
    message:
      'A channel name must not have two underscores in a row: those are in the names of direct channels.',
  },
  too_many_channels: {
    status: 400,
    id: 'api.channel.create_channel.max_channel_limit.app_error',
    message:
      'This team has as many channels as a team may have. Archive one, or ask a system admin to raise the limit.',
  },
  channel_name_taken: {
    status: 400,
    id: 'store.sql_channel.save_channel.exists.app_error',
    message: 'A channel with that name already exists in the team. It may be archived.',
  },
  bad_channel_name: {
    status: 400,
    id: 'model.channel.is_valid.2_or_more.app_error',
    message:
      'A channel name has 2 to 64 characters: a-z, 0-9, hyphens and underscores, none of those at its ends.',
  },
  bad_channel_display_name: {
    status: 400,
    id: 'model.channel.is_valid.display_name.app_error',
    message: 'A channel needs a display name of at most 64 characters.',
  },
  bad_channel_type: {
    status: 400,
    id: 'model.channel.is_valid.type.app_error',
    message: 'The type of a channel is O, for public, or P, for private.',
  },
  header_too_long: {
    status: 400,
    id: 'model.channel.is_valid.header.app_error',
    message: 'The header of a channel has at most 1024 characters.',
  },
  purpose_too_long: {
    status: 400,
    id: 'model.channel.is_valid.purpose.app_error',
    message: 'The purpose of a channel has at most 250 characters.',
  },
  no_other_user: {
    status: 400,
    id: 'api.channel.create_direct_channel.invalid_user.app_error',
    message: 'A direct channel needs another user, who exists.',
  },
  not_public: {
    status: 403,
    id: 'api.channel.join_channel.permissions.app_error',
    message: 'Only public channels can be joined. Ask a member of this one to add you.',
  },
  archived_for_members: {
    status: 400,
    id: 'api.channel.add_user_to_channel.deleted.app_error',
    message: 'The channel has been archived: nobody can join or leave it.',
  },
  members_of_direct: {
    status: 400,
    id: 'api.channel.add_user_to_channel.type.app_error',
    message: 'Nobody can join or leave a direct channel: its two members are fixed.',
  },
  no_user_to_add: {
    status: 404,
    id: 'store.sql_user.missing_account.const',
    message: "We couldn't find the user.",
  },
  user_not_in_team: {
    status: 400,
    id: 'api.channel.add_user.to.channel.failed.app_error',
    message: 'Only members of the team can be added to its channels.',
  },
  last_of_private: {
    status: 400,
    id: 'api.channel.leave.last_member.app_error',
    message: "You're the only member left of this private channel: archive it instead of leaving.",
  },
  default_channel_keeps: {
    status: 400,
    id: 'api.channel.remove.default.app_error',
    message: 'Nobody can leave the default channel of a team.',
  },
  default_channel_stays: {
    status: 400,
    id: 'api.channel.delete_channel.cannot.app_error',
    message: 'The default channel of a team cannot be archived.',
  },
  direct_channel_stays: {
    status: 400,
    id: 'api.channel.delete_channel.type.invalid',
    message: 'A direct channel cannot be archived.',
  },
  archived_already: {
    status: 400,
    id: 'api.channel.delete_channel.deleted.app_error',
    message: 'The channel has been archived already.',
  },
  others_hooks_stay: {
    status: 403,
    id: 'api.context.permissions.app_error',
    message:
      'You do not have the appropriate permissions. Webhooks of others post to this channel: only who created it, or an administrator of the team, archives it.',
  },
  not_archived: {
    status: 400,
    id: 'api.channel.restore_channel.restored.app_error',
    message: 'The channel is not archived.',
  },
} as const satisfies Record<string, RefusalWords>

const posts = {
  no_such_post: {
    status: 404,
    id: 'store.sql_post.get.app_error',
    message: "We couldn't get the post: it is not in this channel, or it was deleted.",
  },
  archived_for_posts: {
    status: 400,
    id: 'api.post.create_post.can_not_post_to_deleted.error',
    message: 'Cannot post to an archived channel.',
  },
  message_too_long: {
    status: 400,
    id: 'model.post.is_valid.msg.app_error',
    message: 'The message is longer than the 4000 characters that a post may have.',
  },
  post_props_too_long: {
    status: 400,
    id: 'model.post.is_valid.props.app_error',
    message:
      'The props are longer than the 8000 characters of JSON that a post may have, or nested too deep.',
  },
  bad_root: {
    status: 400,
    id: 'api.post.create_post.root_id.app_error',
    message: 'Invalid RootId parameter: it has to be a post of the same channel that is no reply itself.',
  },
  no_post_to_update: {
    status: 400,
    id: 'api.post.update_post.find.app_error',
    message: "We couldn't find the post to update in this channel.",
  },
  deleted_post: {
    status: 400,
    id: 'api.post.update_post.permissions_details.app_error',
    message: 'The post was deleted and cannot be updated.',
  },
  system_post: {
    status: 400,
    id: 'api.post.update_post.system_message.app_error',
    message: 'A post of the system cannot be updated.',
  },
} as const satisfies Record<string, RefusalWords>

const hooks = {
  hooks_disabled: {
    status: 501,
    id: 'api.incoming_webhook.disabled.app_error',
    message: 'Incoming webhooks have been disabled by the system admin.',
  },
  no_hook_here: {
    status: 404,
    id: 'store.sql_webhooks.get_incoming.app_error',
    message: "We couldn't get the webhook.",
  },
  hook_of_other_team: {
    status: 400,
    id: 'api.webhook.team_mismatch.app_error',
    message: 'A webhook, its channel and the team in the path belong together.',
  },
  hook_display_name_too_long: {
    status: 400,
    id: 'model.incoming_hook.display_name.app_error',
    message: 'Invalid display name: it has at most 64 bytes.',
  },
  hook_description_too_long: {
    status: 400,
    id: 'model.incoming_hook.description.app_error',
    message: 'Invalid description: it has at most 128 bytes.',
  },
  key_taken: {
    status: 400,
    id: 'store.sql_webhooks.save_incoming.existing.app_error',
    message: 'This key is, or was, the key of a webhook here.',
  },
} as const satisfies Record<string, RefusalWords>

/** What the API refuses about channels, posts and hooks (docs/behaviour.md, errors). */
export const resourceRefusals = { ...channels, ...posts, ...hooks }
