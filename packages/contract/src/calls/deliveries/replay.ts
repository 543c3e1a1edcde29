import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPayloadBytes, maxReplaysPerHour, maxSearchLength } from '../../limits.js'
import { deliveryOutcomes, Replay, Replayed, ReplayProgress } from '../../objects/hooks/delivery.js'
import { params, Text } from '../../parameters.js'
import { common, forOwners, path } from './of-deliveries.js'

/** In these filters, null is rejected rather than read as absent, because the caller meant to narrow the replay. */
const Ms = z.int().min(0).exactOptional().describe('Milliseconds since 1970.')

export const replayDelivery = defineCall({
  ...common,
  operationId: 'replayDelivery',
  route: `POST ${path}/deliveries/:delivery/replay`,
  scope: 'manage',
  summary: 'Replay a delivery',
  description:
    'Replays a delivery once. Later calls return the same replay. With a `payload`, sends that instead, ' +
    `once for each distinct payload. The delivery’s history shows which one it replaces. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook', 'delivery'),
  bodyLimitBytes: maxPayloadBytes,
  body: z
    .object({
      again: z
        .boolean()
        .optional()
        .describe('Replays the delivery once more, even if it was already replayed.'),
      payload: Text.min(1)
        .exactOptional()
        .describe('Payload to send instead of the original: JSON, as text.'),
    })
    .nullish(),
  answer: Replayed,
  answers: 'The new delivery.',
  headers: ['X-Delivery-Id', 'X-Delivery-State'],
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.delivery', 'answer.replay_of'] },
  errors: [
    'no_such_delivery',
    'cannot_replay',
    'cannot_store',
    'payload_erased',
    'payload_refused',
    'payload_too_large',
    'text_busy',
    'text_too_slow',
    'hook_disabled',
    'hooks_disabled',
  ],
})

export const replayDeliveries = defineCall({
  ...common,
  operationId: 'replayDeliveries',
  route: `POST ${path}/deliveries/replay`,
  scope: 'manage',
  summary: 'Replay all deliveries that match a filter',
  description:
    'Replays matching deliveries that have not been replayed yet, oldest first. By default, these are the ' +
    `rejected ones. Deliveries accepted after this call are not included. A replay never restores an older ` +
    `state of a post: it ends as superseded. Allowed ${maxReplaysPerHour} times per hour and user. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  // an object is required, even if empty: a body that is not JSON must not replay the whole history
  body: z.object({
    from: Ms,
    to: Ms,
    outcome: z
      .enum([...deliveryOutcomes, 'any'])
      .exactOptional()
      .describe('rejected by default.'),
    text: Text.min(1).max(maxSearchLength).exactOptional().describe('Text that the payload contains.'),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
      .exactOptional()
      .describe('Any text. Repeating the call with the same value returns the same replay.'),
  }),
  answer: Replay,
  answers: 'The replay. It continues in the background.',
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.replay'] },
  errors: ['cannot_replay', 'hook_disabled', 'search_busy', 'search_too_slow'],
})

export const getReplay = defineCall({
  ...common,
  operationId: 'getReplay',
  route: `GET ${path}/replays/:replay`,
  scope: 'read',
  summary: 'Get the progress of a replay',
  description: forOwners,
  params: params('team', 'hook', 'replay'),
  answer: ReplayProgress,
  answers: 'The progress.',
  errors: ['no_such_replay', 'cannot_replay'],
})
