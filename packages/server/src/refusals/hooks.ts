import type { Unread } from '../bodies/read-body.js'
import { bodySizeWords, type SizeHeaders } from '../bodies/size-words.js'
import { hookFileRefusals } from './hook-files.js'
import type { RefusalWords } from './words.js'

/** Reasons for which the ingress or the worker rejects a payload (docs/behaviour.md, Checks and Targets). */
export const hookRefusals = {
  switched_off: {
    status: 501,
    id: 'web.incoming_webhook.disabled.app_error',
    message: 'Incoming webhooks have been disabled by the system admin.',
  },
  no_such_hook: {
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    message: 'Invalid webhook. No active webhook has this URL. It may be mistyped, deleted or regenerated.',
  },
  bad_path: {
    status: 404,
    id: 'api.context.404.app_error',
    message: 'This is not the URL of a webhook, so nothing was posted. Copy the URL again.',
  },
  hook_disabled: {
    status: 403,
    id: 'web.incoming_webhook.hook_disabled.app_error',
    message:
      'This webhook is disabled, so retrying does not help. An administrator of its team can enable it again.',
  },
  address_not_allowed: {
    status: 403,
    id: 'web.incoming_webhook.address_not_allowed.app_error',
    message: 'This webhook does not accept calls from your address.',
  },
  signature_missing: {
    status: 401,
    id: 'web.incoming_webhook.invalid_signature.app_error',
    message: 'Invalid signature. This webhook only accepts signed calls.',
  },
  signature_wrong: {
    status: 401,
    id: 'web.incoming_webhook.invalid_signature.app_error',
    message: "Invalid signature. It does not match the body and the webhook's secret.",
  },
  signature_too_old: {
    status: 401,
    id: 'web.incoming_webhook.invalid_signature.app_error',
    message: "Invalid signature. It was made too long ago, or the sender's clock is wrong.",
  },
  cannot_verify: {
    status: 503,
    retryAfterSeconds: 60,
    id: 'web.incoming_webhook.secrets_key.app_error',
    message:
      "The signature could not be verified because this server cannot decrypt the webhook's secret. An administrator must set SECRETS_KEY.",
  },
  too_large: {
    status: 413,
    id: 'web.incoming_webhook.too_large.app_error',
    message: 'The request body is larger than this server accepts.',
  },
  body_too_slow: {
    status: 408,
    id: 'web.incoming_webhook.too_slow.app_error',
    message: 'The request body arrived too slowly. It may take 10 s, plus 1 s for each 8 KiB.',
  },
  body_in_crumbs: {
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    message: 'The request body arrived in too many small pieces. Send it in larger ones.',
  },
  no_room_for_body: {
    status: 503,
    id: 'web.incoming_webhook.unavailable.app_error',
    message:
      'Too many request bodies are being received. Try again after the number of seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  unreadable: {
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    message:
      'Unable to parse incoming data. Send a JSON object, or a form with the JSON in the parameter `payload`.',
  },
  no_text: {
    status: 400,
    id: 'web.incoming_webhook.text.app_error',
    message: 'No text specified. The payload needs text, or at least one attachment that is not empty.',
  },
  too_many_attachments: {
    status: 400,
    id: 'web.incoming_webhook.attachment.app_error',
    message: 'Too many attachments.',
  },
  too_many_fields: {
    status: 400,
    id: 'web.incoming_webhook.attachment.app_error',
    message: 'Too many fields in an attachment.',
  },
  too_many_posts: {
    status: 400,
    id: 'web.incoming_webhook.text.length.app_error',
    message: 'The text is too long. It would become more posts than one delivery may create.',
  },
  too_much_html: {
    status: 400,
    id: 'web.incoming_webhook.html_length.app_error',
    message:
      'The text is too long. Its HTML would exceed the limit of one delivery. Split it into several deliveries, or use less markup.',
  },
  bad_type: {
    status: 400,
    id: 'api.context.invalid_param.app_error',
    message: 'Invalid post.type parameter. Omit type, or use one that begins with custom_.',
  },
  props_too_long: {
    status: 400,
    id: 'web.incoming_webhook.split_props_length.app_error',
    message:
      'Unable to split the payload. Its props, or one attachment without its text, are too large for a post.',
  },
  bad_idempotency_key: {
    status: 400,
    id: 'web.incoming_webhook.idempotency_key.app_error',
    message: 'Invalid Idempotency-Key (or webhook-id). Send 1 to 255 printable ASCII characters.',
  },
  other_payload: {
    status: 422,
    id: 'web.incoming_webhook.idempotency.app_error',
    message:
      'This Idempotency-Key (or webhook-id) was used with another payload before. Send the same payload, or a new key.',
  },
  foreign_file: {
    status: 400,
    id: 'web.incoming_webhook.file.app_error',
    message:
      'Each of the file_ids must be a file that this sender uploaded in the last 24 hours, and that no post has yet.',
  },
  ...hookFileRefusals,
  no_such_post: {
    status: 404,
    id: 'web.incoming_webhook.post.app_error',
    message: 'This webhook has no such post. It may have been deleted.',
  },
  edit_too_late: {
    status: 403,
    id: 'web.incoming_webhook.edit_time_limit.app_error',
    message:
      'The post is too old to be edited or deleted by the webhook. An administrator can change the limit.',
  },
  unknown_user: {
    status: 400,
    id: 'web.incoming_webhook.user.app_error',
    message: "Couldn't find the user.",
  },
  unknown_channel: {
    status: 404,
    id: 'web.incoming_webhook.channel.app_error',
    message: "Couldn't find the channel.",
  },
  channel_archived: {
    status: 404,
    id: 'web.incoming_webhook.channel.app_error',
    message: "Couldn't find the channel. It is archived.",
  },
  direct_to_creator: {
    status: 400,
    id: 'web.incoming_webhook.channel.app_error',
    message: "Couldn't find the channel. A webhook cannot send a direct message to the user who created it.",
  },
  no_permission: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message: "Inappropriate channel permissions. The webhook's creator cannot read this channel.",
  },
  not_by_creator: {
    status: 403,
    id: 'web.incoming_webhook.not_by_creator.app_error',
    message:
      "Somebody other than the webhook's creator regenerated the URL or sent this payload. It can only go to channels that both of them can read, and never to a direct message. The creator can regenerate the URL to use their own permissions.",
  },
  creator_deactivated: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message:
      "Inappropriate channel permissions. The webhook's creator was deactivated, so it can only post to public channels. Post to one of those, ask an administrator to reactivate the creator, or use a webhook of someone who can read this channel.",
  },
  creator_left_team: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message:
      "Inappropriate channel permissions. The webhook's creator is no longer in its team, so it can only post to public channels. Post to one of those, add the creator to the team and the channel again, or use a webhook of someone who can read this channel.",
  },
  channel_locked: {
    status: 403,
    id: 'web.incoming_webhook.channel_locked.app_error',
    message: 'This webhook is not permitted to post to the requested channel. It is locked to its own.',
  },
  hook_deleted: {
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    message: 'Invalid webhook. It was deleted before the delivery could be posted.',
  },
  template_failed: {
    status: 422,
    id: 'web.incoming_webhook.template.app_error',
    message:
      "The webhook's template could not make a post of this JSON. The delivery is stored. Its owner can correct the template and replay it.",
  },
  unprocessable: {
    status: 500,
    id: 'web.incoming_webhook.unprocessable.app_error',
    message: 'This payload could not be turned into posts after several attempts. It is stored unchanged.',
  },
  cannot_keep: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'web.incoming_webhook.unavailable.app_error',
    message: 'The delivery could not be stored. Try again after the number of seconds in Retry-After.',
  },
  cannot_look_up: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'web.incoming_webhook.lookup.app_error',
    message: 'The webhook could not be looked up because the database does not respond. Try again.',
  },
} as const satisfies Record<string, RefusalWords>

/** The details of `no_such_hook` if the key was valid once, or is an id. */
export const deadKeyDetails = {
  hook_deleted: 'The hook with this URL was deleted.',
  key_replaced: "This URL was regenerated. Ask the hook's owner for the new one.",
  hook_id:
    "This is the hook's id, not its key. Use the URL that was shown when the hook was created, or regenerate it.",
} as const

export type HookRefusal = keyof typeof hookRefusals

/** Why a call is refused. */
export type HookRefused = { outcome: HookRefusal; detail?: string }

/** Returns why a call without a readable body is refused. */
export function unreadRefusal(unread: Unread, headers: SizeHeaders, limitBytes: number): HookRefused {
  switch (unread) {
    case 'too_large':
      return { outcome: unread, detail: bodySizeWords(headers, limitBytes) }
    case 'aborted':
      return { outcome: 'unreadable', detail: 'The body ended early.' }
    case 'not_gzip':
      return { outcome: 'unreadable', detail: 'The body is not gzip, as its Content-Encoding claims.' }
    case 'unknown_encoding':
      return {
        outcome: 'unreadable',
        detail: 'This Content-Encoding is not supported. Send gzip, or none.',
      }
    default:
      return { outcome: unread }
  }
}

/** Returns whether this version knows the reason. Another version may have recorded it. */
export function isHookRefusal(reason: string): reason is HookRefusal {
  return Object.hasOwn(hookRefusals, reason)
}
