import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPayloadBytes, maxSearchLength } from '../../limits.js'
import { Replay, Replayed, ReplayProgress } from '../../objects/delivery.js'
import { params, Text } from '../../parameters.js'
import { common, forOwners, path } from './common.js'

const Ms = z.int().min(0).optional().describe('Milliseconds since 1970.')

export const replayDelivery = defineCall({
  ...common,
  operationId: 'replayDelivery',
  route: `POST ${path}/deliveries/:delivery/replay`,
  scope: 'manage',
  summary: 'Send a delivery again',
  description:
    'Once: when it was sent again already, that replay is the answer. With a payload of its own it is sent edited, once ' +
    `for each payload; its history says what it replaces. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook', 'delivery'),
  bodyLimitBytes: maxPayloadBytes,
  body: z
    .object({
      again: z.boolean().optional().describe('Send it once more, although it was replayed already.'),
      payload: Text.min(1)
        .optional()
        .describe('What to send instead of the payload as it came: JSON, as text.'),
    })
    .nullish(),
  answer: Replayed,
  answers: 'The delivery that was sent instead.',
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.delivery', 'answer.replay_of'] },
  errors: [
    'no_such_delivery',
    'cannot_replay',
    'cannot_store',
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
  summary: 'Send all deliveries that a filter matches again',
  description:
    'Those that were not sent again yet, oldest first; those that were rejected, if nothing else is said. What is ' +
    `accepted later is not among them. ${forOwners}`,
  requires: 'EnableIncomingWebhooks',
  // an object has to be there, be it empty: a body that is no JSON must not mean the whole history
  body: z.object({
    from: Ms,
    to: Ms,
    outcome: z.enum(['posted', 'rejected', 'any']).optional().describe('rejected, if nothing is said.'),
    text: Text.max(maxSearchLength).optional().describe('What the payload has in it.'),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'wants 1 to 64 letters, digits, hyphens and underscores')
      .optional()
      .describe('Any text of the caller’s: asked again with the same one, the same replay is the answer.'),
  }),
  answer: Replay,
  answers: 'The replay, which goes on behind the answer.',
  audit: { target: 'hook', id: ['params.hook'], notes: ['answer.replay'] },
  errors: ['cannot_replay', 'hook_disabled', 'search_busy', 'search_too_slow'],
})

export const getReplay = defineCall({
  ...common,
  operationId: 'getReplay',
  route: `GET ${path}/replays/:replay`,
  scope: 'read',
  summary: 'How far a replay is, and what became of it',
  description: forOwners,
  params: params('team', 'hook', 'replay'),
  answer: ReplayProgress,
  answers: 'The progress.',
  errors: ['no_such_replay', 'cannot_replay'],
})
