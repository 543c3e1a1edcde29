import type { RefusalWords } from './words.js'

/** What the ingress and the worker refuse a payload for (docs/behaviour.md, errors). */
export const hookRefusals = {
  switched_off: {
    status: 501,
    id: 'web.incoming_webhook.disabled.app_error',
    message: 'Incoming webhooks have been disabled by the system admin.',
  },
  no_such_hook: {
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    message: 'Invalid webhook. No live hook has this URL: it may be mistyped, deleted or regenerated.',
  },
  hook_disabled: {
    status: 403,
    id: 'web.incoming_webhook.hook_disabled.app_error',
    message:
      'This webhook is disabled and takes nothing. An administrator of its team can enable it again; until then, sending again does not help.',
  },
  too_large: {
    status: 413,
    id: 'web.incoming_webhook.too_large.app_error',
    message: 'The request body is larger than this server takes.',
  },
  body_too_slow: {
    status: 408,
    id: 'web.incoming_webhook.too_slow.app_error',
    message: 'The request body came too slowly: it has ten seconds, and one more for each 8 KiB.',
  },
  body_in_crumbs: {
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    message: 'The request body came in too many small pieces: send it in larger ones.',
  },
  no_room_for_body: {
    status: 503,
    id: 'web.incoming_webhook.unavailable.app_error',
    message: 'Too many request bodies are being received. Send it again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  unreadable: {
    status: 400,
    id: 'web.incoming_webhook.parse.app_error',
    message:
      'Unable to parse incoming data. Send a JSON object, or a form with the JSON in its parameter payload.',
  },
  no_text: {
    status: 400,
    id: 'web.incoming_webhook.text.app_error',
    message: 'No text specified. The payload needs text or at least one attachment that is not empty.',
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
    message: 'The text is too long: it would become more posts than one delivery may make.',
  },
  too_much_html: {
    status: 400,
    id: 'web.incoming_webhook.html_length.app_error',
    message:
      'The text is too long: its HTML would be more than one delivery may make. Send it in several, or with less markup.',
  },
  bad_type: {
    status: 400,
    id: 'api.context.invalid_param.app_error',
    message: 'Invalid post.type parameter. Leave type away, or let it begin with custom_.',
  },
  props_too_long: {
    status: 400,
    id: 'web.incoming_webhook.split_props_length.app_error',
    message:
      'Unable to split the payload: its props, or one attachment without its text, are too large for a post.',
  },
  bad_idempotency_key: {
    status: 400,
    id: 'web.incoming_webhook.idempotency_key.app_error',
    message: 'Invalid Idempotency-Key (or webhook-id): send 1 to 255 printable ASCII characters.',
  },
  other_payload: {
    status: 422,
    id: 'web.incoming_webhook.idempotency.app_error',
    message:
      'This Idempotency-Key (or webhook-id) came with another payload before. Send the same payload, or a new key.',
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
  direct_to_creator: {
    status: 400,
    id: 'web.incoming_webhook.channel.app_error',
    message: "Couldn't find the channel. A webhook cannot send a direct message to the user who created it.",
  },
  no_permission: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message: "Inappropriate channel permissions. The webhook's creator may not read this channel.",
  },
  not_by_creator: {
    status: 403,
    id: 'web.incoming_webhook.not_by_creator.app_error',
    message:
      "This was not sent with the consent of the webhook's creator: somebody else regenerated the URL or sent the payload. It can only go to channels that both of them can read, and never to a direct message. The creator can regenerate the URL to make it theirs.",
  },
  creator_deactivated: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message:
      "Inappropriate channel permissions. The webhook's creator was deactivated, so it posts to public channels only: name one, have an administrator activate the creator again, or use a webhook of somebody who may read this channel.",
  },
  creator_left_team: {
    status: 403,
    id: 'web.incoming_webhook.permissions.app_error',
    message:
      "Inappropriate channel permissions. The webhook's creator is no longer in its team, so it posts to public channels only: name one, have the creator added to the team and the channel again, or use a webhook of somebody who may read this channel.",
  },
  channel_locked: {
    status: 403,
    id: 'web.incoming_webhook.channel_locked.app_error',
    message: 'This webhook is not permitted to post to the requested channel: it is locked to its own.',
  },
  hook_deleted: {
    status: 400,
    id: 'web.incoming_webhook.invalid.app_error',
    message: 'Invalid webhook. It was deleted before the delivery could be posted.',
  },
  unprocessable: {
    status: 500,
    id: 'web.incoming_webhook.unprocessable.app_error',
    message:
      'This payload could not be turned into posts, however often it was tried. It is kept as it came.',
  },
  cannot_keep: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'web.incoming_webhook.unavailable.app_error',
    message: 'The delivery could not be stored just now. Send it again after the seconds in Retry-After.',
  },
  cannot_look_up: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'web.incoming_webhook.lookup.app_error',
    message:
      'This webhook cannot be looked up just now, because the database does not answer. Send it again.',
  },
} as const satisfies Record<string, RefusalWords>

export type HookRefusal = keyof typeof hookRefusals

/** Whether this version knows the word: another one may have recorded it. */
export function isHookRefusal(reason: string): reason is HookRefusal {
  return Object.hasOwn(hookRefusals, reason)
}
