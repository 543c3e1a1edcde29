import { type AccountRefusal, accountRefusals } from './refusals/accounts.js'
import { resourceRefusals } from './refusals/resources.js'
import type { RefusalWords } from './refusals/words.js'

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

/** What the API refuses (docs/behaviour.md, errors). */
export const apiRefusals = {
  no_session: {
    status: 401,
    id: 'api.context.session_expired.app_error',
    message: 'Invalid or expired session, please login again.',
  },
  no_permission_api: {
    status: 403,
    id: 'api.context.permissions.app_error',
    message: 'You do not have the appropriate permissions.',
  },
  operators_only: {
    status: 401,
    id: 'api.context.operators_only.app_error',
    message:
      'Only for operators: ask from the machine itself, past any proxy, or with METRICS_TOKEN as Bearer token.',
  },
  bad_parameter: { status: 400, id: 'api.context.invalid_param.app_error', message: 'Invalid parameter.' },
  blank_password: {
    status: 400,
    id: 'api.user.login.blank_pwd.app_error',
    message: 'Password field must not be blank.',
  },
  wrong_password: {
    status: 401,
    id: 'api.user.check_user_password.invalid.app_error',
    message: 'Login failed because of an unknown user or an invalid password.',
  },
  inactive_user: {
    status: 401,
    id: 'api.user.login.inactive.app_error',
    message: 'Login failed because your account has been deactivated. Please contact an administrator.',
  },
  not_in_team: {
    status: 401,
    id: 'api.user.login.not_in_team.app_error',
    message: 'Login failed because you are not a member of this team.',
  },
  no_such_team: {
    status: 400,
    id: 'store.sql_team.get.find.app_error',
    message: "We couldn't find the existing team.",
  },
  no_such_channel: {
    status: 404,
    id: 'store.sql_channel.get.existing.app_error',
    message: "We couldn't find the existing channel.",
  },
  no_such_incoming_hook: {
    status: 404,
    id: 'store.sql_webhooks.get_incoming.app_error',
    message: "We couldn't find the webhook.",
  },
  no_such_delivery: {
    status: 404,
    id: 'store.sql_deliveries.get.app_error',
    message:
      'This webhook has no such delivery in its history: it is unknown, older than what is kept, or still waiting to be posted.',
  },
  no_such_replay: {
    status: 404,
    id: 'store.replays.get.app_error',
    message: 'This webhook has no such replay, or it was done more than a week or many replays ago.',
  },
  cannot_replay: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.hook.replay.unavailable.app_error',
    message: 'The queue does not answer just now. Ask again: that never replays a delivery twice.',
  },
  page_too_long: {
    status: 400,
    id: 'store.sql_post.get_posts.app_error',
    message: 'Limit exceeded for paging: ask for at most 1000 at once.',
  },
  bad_request: {
    status: 400,
    id: 'api.context.bad_request.app_error',
    message: 'The request is not well formed.',
  },
  no_such_call: {
    status: 404,
    id: 'api.context.404.app_error',
    message: 'Sorry, we could not find the page.',
  },
  unknown_error: {
    status: 500,
    id: 'api.context.unknown.app_error',
    message: 'An unknown error has occurred. The request id finds it in the server log.',
  },
  no_action: {
    status: 400,
    id: 'api.web_socket_router.no_action.app_error',
    message: 'No action was given.',
  },
  bad_seq: {
    status: 400,
    id: 'api.web_socket_router.bad_seq.app_error',
    message: 'Invalid sequence number: give each request a seq, from 1 on.',
  },
  not_authenticated: {
    status: 401,
    id: 'api.web_socket_router.not_authenticated.app_error',
    message: 'This connection has no session yet: answer with authentication_challenge and a live token.',
  },
  bad_action: {
    status: 500,
    id: 'api.web_socket_router.bad_action.app_error',
    message: 'There is no such action.',
  },
  bad_origin: {
    status: 403,
    id: 'api.web_socket.connect.upgrade.app_error',
    message: 'A page of another site may not open this connection.',
  },
  too_many_sockets: {
    status: 503,
    id: 'api.web_socket.connect.limit.app_error',
    message: 'Too many live connections: of this session, this address, or in all. Come again later.',
    retryAfterSeconds: 5,
  },
  no_upgrade: {
    status: 400,
    id: 'api.web_socket.connect.upgrade.app_error',
    message: 'This call wants a WebSocket: send it with Upgrade: websocket.',
  },
  stopping: {
    status: 503,
    id: 'api.context.unavailable.app_error',
    message: 'This process is stopping. Come again after the seconds in Retry-After.',
    retryAfterSeconds: 1,
  },
  unavailable: {
    status: 503,
    retryAfterSeconds: 1,
    id: 'api.context.unavailable.app_error',
    message: 'The database does not answer just now. Try again.',
  },
  ...resourceRefusals,
} as const satisfies Record<string, RefusalWords>

export const refusals: Record<HookRefusal | ApiRefusal, RefusalWords> = {
  ...hookRefusals,
  ...apiRefusals,
  ...accountRefusals,
}
export type HookRefusal = keyof typeof hookRefusals
export type ApiRefusal = keyof typeof apiRefusals | AccountRefusal
export type Refusal = HookRefusal | ApiRefusal

/** Whether this version knows the word: another one may have recorded it. */
export function isHookRefusal(reason: string): reason is HookRefusal {
  return Object.hasOwn(hookRefusals, reason)
}
