import type { RefusalRows } from './row.js'

/** What is refused about managing hooks and their deliveries. */
export const hookCallRefusals = {
  hooks_disabled: {
    status: 501,
    message: 'Incoming webhooks have been disabled by the system admin.',
  },
  only_admins_manage_hooks: {
    status: 403,
    message:
      'You do not have the appropriate permissions. Here only administrators manage webhooks, because EnableOnlyAdminIntegrations is on: ask one of them to make this change, or to switch it off.',
  },
  no_hook_here: {
    status: 404,
    message: "We couldn't get the webhook.",
  },
  no_such_incoming_hook: {
    status: 404,
    message: "We couldn't find the webhook.",
  },
  hook_of_other_team: {
    status: 400,
    message: 'A webhook, its channel and the team in the path belong together.',
  },
  no_hook_creator: {
    status: 400,
    message:
      'A webhook goes to an active member of its team. Add the user to the team, or activate them, first.',
  },
  no_hook_reader: {
    status: 400,
    message:
      "The new owner can't read the webhook's channel. Add them to the channel first, or choose another channel for the webhook.",
  },
  only_creator_unlocks: {
    status: 403,
    message:
      "Only the webhook's creator can unlock it, because anyone who has its URL can then post wherever the creator can.",
  },
  creator_cannot_read: {
    status: 403,
    message: "The webhook's creator can't read this channel. Choose a channel that both of you can read.",
  },
  hook_offered: {
    status: 400,
    message: 'This webhook is offered to somebody already. Withdraw that offer first.',
  },
  no_hook_offer: {
    status: 404,
    message:
      'There is no such offer. It may have been accepted, declined or withdrawn, or it expired. Ask for a new one.',
  },
  hook_display_name_too_long: {
    status: 400,
    message: 'Invalid display name: it has at most 64 bytes.',
  },
  bad_hook_display_name: {
    status: 400,
    message: 'Invalid display name: it has invisible characters or text direction marks. Remove them.',
  },
  hook_description_too_long: {
    status: 400,
    message: 'Invalid description: it has at most 128 bytes.',
  },
  key_taken: {
    status: 400,
    message: 'This key is, or was, the key of a webhook here.',
  },
  payload_refused: {
    status: 400,
    message: 'This payload would be refused. Correct what detailed_error says, and send it again.',
  },
  preview_too_large: {
    status: 413,
    message: 'This payload is too large to preview. Shorten it.',
  },
  payload_too_large: {
    status: 413,
    message: 'This payload is larger than a webhook takes. Shorten it, or split it into several.',
  },
  no_such_delivery: {
    status: 404,
    message:
      'This webhook has no such delivery in its history: it is unknown, older than what is kept, or still waiting to be posted.',
  },
  no_such_replay: {
    status: 404,
    message: 'This webhook has no such replay, or it was done more than a week or many replays ago.',
  },
  cannot_count: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which counts refused calls, does not answer just now. Ask again.',
  },
  cannot_send: {
    status: 503,
    retryAfterSeconds: 1,
    message:
      "The queue does not answer just now, and the payload may have been kept or not: look at the webhook's history before you send it again.",
  },
  cannot_store: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'The delivery was not stored. Try again after the seconds in Retry-After.',
  },
  cannot_replay: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'The queue does not answer just now. Ask again: that never replays a delivery twice.',
  },
} as const satisfies RefusalRows
