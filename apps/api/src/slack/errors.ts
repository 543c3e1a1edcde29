import type { HookRefusal } from '@posthorn/server'

/** An error of Slack's Web API. `status` is 200 unless its clients should retry. */
type SlackError = { status?: 429 | 503; message: string }

/** Every error that `/api/<method>` returns (docs/compatibility.md, Slack's Web API). The codes are Slack's. */
export const slackErrors = {
  not_authed: {
    message: 'Send a token as `Authorization: Bearer …`, or in the field `token` of the body.',
  },
  invalid_auth: {
    message:
      "This is neither the key of an active webhook nor a valid OAuth token. A hook's key is the last part of its URL.",
  },
  token_revoked: { message: 'This webhook was deleted, or its URL was regenerated.' },
  account_inactive: { message: 'This webhook is disabled, or its creator was deactivated.' },
  access_denied: { message: 'This webhook or server does not accept such calls.' },
  team_access_not_granted: { message: 'The user or bot of this token is not in the team.' },
  missing_scope: { message: 'The token lacks a scope.' },
  unknown_method: { message: 'This method does not exist here.' },
  invalid_arguments: { message: 'An argument is missing or invalid.' },
  invalid_json: { message: 'The body is not a JSON object.' },
  invalid_form_data: { message: 'The body could not be read as a form.' },
  request_timeout: { message: 'The body ended early, or arrived too slowly.' },
  no_text: { message: 'The message needs a text, a block, or an attachment that is not empty.' },
  msg_too_long: { message: 'The message is too long. Split it.' },
  too_many_attachments: { message: 'The message has too many attachments, or too many fields in one.' },
  channel_not_found: { message: 'There is no such channel or user, or the sender may not use it.' },
  not_in_channel: { message: 'The sender cannot read this channel. Join it, or ask to be added.' },
  is_archived: { message: 'The channel is archived.' },
  restricted_action: { message: 'This webhook may not post there.' },
  message_not_found: { message: 'The sender has no such message in this channel.' },
  thread_not_found: { message: 'There is no such message in this channel.' },
  cant_update_message: { message: 'Only the sender of a message can update it.' },
  cant_delete_message: { message: 'Only the sender of a message can delete it.' },
  edit_window_closed: { message: 'The message is too old to be changed.' },
  file_not_found: {
    message:
      'Each file must be uploaded by the same sender, at most 24 hours before, and must not be in a message yet.',
  },
  method_deprecated: {
    message:
      'This method was retired. Use files.getUploadURLExternal and files.completeUploadExternal, which SDKs call uploadV2.',
  },
  user_not_found: { message: 'There is no such user.' },
  users_not_found: { message: 'There is no user with this e-mail address.' },
  method_not_supported_for_channel_type: { message: 'This method is for channels, not for direct messages.' },
  invalid_cursor: { message: 'Use a cursor from `response_metadata.next_cursor`.' },
  ratelimited: { status: 429, message: 'Try again after the number of seconds in Retry-After.' },
  service_unavailable: { status: 503, message: 'Try again after the number of seconds in Retry-After.' },
  fatal_error: { message: 'The message was stored, but could not be posted.' },
} as const satisfies Record<string, SlackError>

export type SlackErrorCode = keyof typeof slackErrors

/** The error for each refusal of a hook's call. */
export const slackErrorOf: Record<HookRefusal | 'limited', SlackErrorCode> = {
  limited: 'ratelimited',
  switched_off: 'access_denied',
  no_such_hook: 'invalid_auth',
  bad_path: 'unknown_method',
  hook_disabled: 'account_inactive',
  address_not_allowed: 'access_denied',
  signature_missing: 'access_denied',
  signature_wrong: 'access_denied',
  signature_too_old: 'access_denied',
  cannot_verify: 'service_unavailable',
  too_large: 'msg_too_long',
  body_too_slow: 'request_timeout',
  body_in_crumbs: 'invalid_form_data',
  no_room_for_body: 'service_unavailable',
  unreadable: 'invalid_arguments',
  no_text: 'no_text',
  too_many_attachments: 'too_many_attachments',
  too_many_fields: 'too_many_attachments',
  too_many_posts: 'msg_too_long',
  too_much_html: 'msg_too_long',
  bad_type: 'invalid_arguments',
  props_too_long: 'msg_too_long',
  bad_idempotency_key: 'invalid_arguments',
  other_payload: 'invalid_arguments',
  foreign_file: 'file_not_found',
  bad_files: 'invalid_arguments',
  files_too_large: 'invalid_arguments',
  too_many_files_today: 'ratelimited',
  no_room_for_files: 'service_unavailable',
  cannot_store_files: 'service_unavailable',
  no_such_post: 'message_not_found',
  edit_too_late: 'edit_window_closed',
  unknown_user: 'channel_not_found',
  unknown_channel: 'channel_not_found',
  channel_archived: 'is_archived',
  direct_to_creator: 'channel_not_found',
  no_permission: 'not_in_channel',
  not_by_creator: 'restricted_action',
  creator_deactivated: 'account_inactive',
  creator_left_team: 'not_in_channel',
  channel_locked: 'restricted_action',
  hook_deleted: 'token_revoked',
  template_failed: 'fatal_error',
  unprocessable: 'fatal_error',
  cannot_keep: 'service_unavailable',
  cannot_look_up: 'service_unavailable',
}
