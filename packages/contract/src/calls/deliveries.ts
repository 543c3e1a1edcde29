import { z } from 'zod'
import { defineCall } from '../call.js'
import { DeliveryPage, Replay, Replayed, ReplayProgress, WholeDelivery } from '../objects/delivery.js'
import { Id, params, Timestamp } from '../parameters.js'

const path = '/teams/:team/hooks/incoming/:hook'
const forOwners = 'For the hook’s creator and the team’s administrators.'
const Ms = z.int().min(0).optional().describe('Milliseconds since 1970.')

export const listDeliveries = defineCall({
  operationId: 'listDeliveries',
  route: `GET ${path}/deliveries`,
  tag: 'Deliveries',
  summary: 'What became of a hook’s deliveries',
  description: `Newest first, without payloads. ${forOwners}`,
  allow: 'hook_owner',
  params: params('team', 'hook'),
  query: z.object({
    outcome: z.enum(['posted', 'rejected']).optional(),
    from: Timestamp.default(0).describe('Milliseconds since 1970.'),
    to: Timestamp.default(Number.MAX_SAFE_INTEGER).describe('Milliseconds since 1970.'),
    cursor: Id.or(z.literal('')).default('').describe('The `next` of the page before.'),
    limit: z.coerce.number().int().min(1).max(200).default(60).describe('60, if nothing is said.'),
  }),
  answer: DeliveryPage,
  answers: 'A page of deliveries; `next` is the cursor of the page after it, or empty.',
})

export const getDelivery = defineCall({
  operationId: 'getDelivery',
  route: `GET ${path}/deliveries/:delivery`,
  tag: 'Deliveries',
  summary: 'A delivery with its payload',
  description: forOwners,
  allow: 'hook_owner',
  params: params('team', 'hook', 'delivery'),
  answer: WholeDelivery,
  answers: 'The delivery, its payload as it came, its posts.',
  errors: ['no_such_delivery'],
})

export const replayDelivery = defineCall({
  operationId: 'replayDelivery',
  route: `POST ${path}/deliveries/:delivery/replay`,
  tag: 'Deliveries',
  summary: 'Send a delivery again',
  description: `Once: when it was sent again already, that replay is the answer. ${forOwners}`,
  allow: 'hook_owner',
  params: params('team', 'hook', 'delivery'),
  body: z
    .object({
      again: z.boolean().optional().describe('Send it once more, although it was replayed already.'),
    })
    .nullish(),
  answer: Replayed,
  answers: 'The delivery that was sent instead.',
  errors: ['no_such_delivery', 'cannot_replay'],
})

export const replayRejected = defineCall({
  operationId: 'replayRejected',
  route: `POST ${path}/deliveries/replay`,
  tag: 'Deliveries',
  summary: 'Send all rejected deliveries of a time again',
  description: `Those that were not replayed yet, oldest first. ${forOwners}`,
  allow: 'hook_owner',
  params: params('team', 'hook'),
  // an object has to be there, be it empty: a body that is no JSON must not mean the whole history
  body: z.object({ from: Ms, to: Ms }),
  answer: Replay,
  answers: 'The replay, which goes on behind the answer.',
  errors: ['cannot_replay'],
})

export const getReplay = defineCall({
  operationId: 'getReplay',
  route: `GET ${path}/replays/:replay`,
  tag: 'Deliveries',
  summary: 'How far a replay is',
  description: forOwners,
  allow: 'hook_owner',
  params: params('team', 'hook', 'replay'),
  answer: ReplayProgress,
  answers: 'The progress.',
  errors: ['no_such_replay', 'cannot_replay'],
})
