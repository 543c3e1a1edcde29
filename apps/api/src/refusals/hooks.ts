import { maxOffersPerDay } from '@posthorn/contract'
import type { RefusalRows } from './row.js'

/** Refusals about managing hooks and their deliveries. */
export const hookCallRefusals = {
  hooks_disabled: {
    status: 501,
    message: 'Incoming webhooks have been disabled by the system admin.',
  },
  only_admins_manage_hooks: {
    status: 403,
    message:
      'You do not have the appropriate permissions. Only administrators can manage webhooks here, because EnableOnlyAdminIntegrations is on. Ask one of them to make this change or to turn the setting off.',
  },
  payload_erased: {
    status: 409,
    message: 'The request of this delivery was erased, so it cannot be replayed.',
  },
  no_hook_here: {
    status: 404,
    message: "We couldn't get the webhook.",
  },
  no_such_incoming_hook: {
    status: 404,
    message: "We couldn't find the webhook.",
  },
  other_hook: {
    status: 400,
    message:
      "Erasing a whole history needs the webhook's ID again, as `hook` in the body. Send the ID that is in the path.",
  },
  hook_of_other_team: {
    status: 400,
    message: 'The webhook, its channel and the team in the path must belong together.',
  },
  no_hook_creator: {
    status: 400,
    message:
      'The new owner must be an active member of the team. Add the user to the team, or activate the account, first.',
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
    message: 'This webhook is already offered to somebody. Withdraw that offer first.',
  },
  hook_offers_per_day: {
    status: 429,
    message: `You already offered webhooks to this user ${maxOffersPerDay} times today. Try again tomorrow.`,
  },
  no_hook_offer: {
    status: 404,
    message: 'Offer not found. It was accepted, declined or withdrawn, or it expired. Ask for a new one.',
  },
  hook_display_name_too_long: {
    status: 400,
    message: 'Invalid display name. Use at most 64 bytes.',
  },
  unknown_hook_format: {
    status: 400,
    message: 'Unknown format. Use the name of an adapter, such as github, or leave it empty.',
  },
  bad_address_range: {
    status: 400,
    message: 'Invalid address. Use an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32.',
  },
  bad_signature_header: {
    status: 400,
    message:
      'Invalid header. The scheme hmac needs the name of the header, and only grafana has a timestamp header.',
  },
  bad_signature_secret: {
    status: 400,
    message:
      'Invalid secret. Use each secret once, and keep only secrets that the webhook has. A secret of Standard Webhooks is base64 of at least 16 bytes, after whsec_.',
  },
  no_secrets_key: {
    status: 501,
    message:
      'This server cannot store secrets because SECRETS_KEY is not set. Ask an administrator to set it.',
  },
  signature_changed: {
    status: 409,
    message: "Somebody else changed this webhook's signature. Reload it, and try again.",
  },
  bad_template: {
    status: 400,
    message: 'The template has an error. Correct it where detailed_error says.',
  },
  template_too_long: {
    status: 400,
    message: 'The template is too long. All its fields together have at most 16 KiB.',
  },
  only_creator_sets_channel: {
    status: 403,
    message:
      "Only the webhook's creator can change the channel of its template, because the webhook posts with their permissions.",
  },
  no_such_refused_call: {
    status: 404,
    message:
      'This call is not stored any more. It was sent, or it is older than a day, or newer ones took its place.',
  },
  bad_hook_display_name: {
    status: 400,
    message: 'Invalid display name. Remove its invisible characters and text direction marks.',
  },
  hook_description_too_long: {
    status: 400,
    message: 'Invalid description. Use at most 128 bytes.',
  },
  too_many_hooks_of_owner: {
    status: 400,
    message:
      "The webhook's owner has the maximum number of webhooks, including those of bots. Delete one that is no longer used, or ask a system admin to raise MaxHooksPerOwner.",
  },
  too_many_hooks_of_team: {
    status: 400,
    message:
      'This team has reached its maximum number of webhooks. Delete one that is no longer used, or ask a system admin to raise MaxHooksPerTeam.',
  },
  key_taken: {
    status: 400,
    message: 'A webhook uses or used this key. Choose another one.',
  },
  payload_refused: {
    status: 400,
    message: 'This payload would be rejected. Correct the error in detailed_error, and send it again.',
  },
  preview_too_large: {
    status: 413,
    message: 'This payload is too large to preview. Shorten it.',
  },
  payload_too_large: {
    status: 413,
    message: 'This payload is larger than a webhook accepts. Shorten it, or split it.',
  },
  no_such_delivery: {
    status: 404,
    message:
      "Delivery not found in this webhook's history. It is unknown, has expired, or is still waiting to be posted.",
  },
  no_such_replay: {
    status: 404,
    message: 'Replay not found. This webhook has no such replay, or its record has expired.',
  },
  cannot_count: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'Redis, which counts calls, is not responding. Try again.',
  },
  cannot_send: {
    status: 503,
    retryAfterSeconds: 1,
    message:
      "The queue is not responding, so the payload may or may not have been stored. Check the webhook's history before you send it again.",
  },
  cannot_store: {
    status: 503,
    retryAfterSeconds: 1,
    message: 'The delivery was not stored. Try again after the seconds in Retry-After.',
  },
  cannot_replay: {
    status: 503,
    retryAfterSeconds: 1,
    message:
      'The queue is not responding, or short of memory. Try again. A delivery is never replayed twice.',
  },
} as const satisfies RefusalRows
