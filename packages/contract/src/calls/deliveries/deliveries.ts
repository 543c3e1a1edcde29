import { z } from 'zod'
import { defineCall } from '../../call.js'
import { addressSearchMinutes, maxCountedDeliveries, maxFoundDeliveries } from '../../limits.js'
import {
  DeliveryCount,
  DeliveryPage,
  DeliveryPlace,
  FoundDeliveries,
  WholeDelivery,
} from '../../objects/hooks/delivery.js'
import { HookFigures } from '../../objects/hooks/refused-calls.js'
import { Id, orEmpty, PageCursor, params, Text, Timestamp } from '../../parameters.js'
import { common, filter, forOwners, path } from './of-deliveries.js'

const searchedBy = ['request_id', 'trace_id', 'address'] as const

export const findDeliveries = defineCall({
  operationId: 'findDeliveries',
  route: 'GET /admin/deliveries/find',
  tag: 'Deliveries',
  summary: 'Find deliveries of any hook',
  description:
    'Name exactly one of `id`, `request_id`, `trace_id` and `address`. Only settled deliveries are found, without their ' +
    `payloads, newest first, at most ${maxFoundDeliveries}. Deliveries are stored for \`DeliveryDays\`.`,
  allow: 'system_admin',
  scope: 'read',
  searchedBy,
  query: z.object({
    id: Id.optional().describe('The ID of a delivery, or of one of its posts.'),
    request_id: Text.min(1)
      .max(128)
      .optional()
      .describe('The `X-Request-Id` of the response, or the one that the sender sent.'),
    trace_id: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be a trace ID: 32 characters of 0-9 and a-f')
      .optional()
      .describe('The trace ID in the sender’s `traceparent`.'),
    address: Text.min(1).max(64).optional().describe('The sender’s IP address. Needs `at`.'),
    at: Timestamp.optional().describe(
      `The time of acceptance in milliseconds since 1970, within ${addressSearchMinutes} minutes. Only with \`address\`.`,
    ),
  }),
  answer: FoundDeliveries,
  answers: 'The deliveries, and whether they are all.',
})

export const listDeliveries = defineCall({
  ...common,
  operationId: 'listDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries`,
  scope: 'read',
  summary: 'List a hook’s deliveries',
  description:
    'Newest first, without payloads. A text search examines at most 2,000 deliveries or 16 MiB per page. A page ' +
    `may therefore have few or no results and still return a cursor. ${forOwners}`,
  query: z.object({
    ...filter,
    cursor: PageCursor,
    limit: z.coerce.number().int().min(1).max(200).default(60).describe('60 by default.'),
  }),
  answer: DeliveryPage,
  answers: 'A page of deliveries. `next` is the cursor of the next page, or empty.',
})

export const countDeliveries = defineCall({
  ...common,
  operationId: 'countDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries/count`,
  scope: 'read',
  summary: 'Count a hook’s deliveries',
  description:
    `Counts at most ${maxCountedDeliveries}. A text search examines the newest 20,000 deliveries or 64 MiB. ` +
    `${forOwners}`,
  query: z.object({
    ...filter,
    after: orEmpty(Id).describe('Counts only deliveries accepted after this one.'),
    replayable: z
      .enum(['true', 'false'])
      .default('false')
      .transform(text => text === 'true')
      .describe('Counts only deliveries that have not been replayed yet.'),
  }),
  answer: DeliveryCount,
  answers: 'The count, and whether it is complete.',
})

export const getDelivery = defineCall({
  ...common,
  operationId: 'getDelivery',
  route: `GET ${path}/deliveries/:delivery`,
  scope: 'read',
  searchedBy: ['text'],
  summary: 'Get a delivery with its payload',
  description:
    'The filters limit `newer` and `older`. A text search examines at most 2,000 deliveries or 16 MiB in each ' +
    `direction. ${forOwners}`,
  params: params('team', 'hook', 'delivery'),
  query: z.object(filter),
  answer: WholeDelivery,
  answers: 'The delivery, its payload as received, and its posts.',
  errors: ['no_such_delivery'],
})

export const getDeliveryOfPost = defineCall({
  operationId: 'getDeliveryOfPost',
  route: 'GET /teams/:team/posts/:post/delivery',
  tag: 'Deliveries',
  summary: 'Get the delivery that created a post',
  description: `For a stored version of a post, returns the delivery that made it, and for a delivery’s own ID, itself. ${forOwners}`,
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'post'),
  answer: DeliveryPlace,
  answers: 'The delivery and its hook.',
  errors: ['no_such_delivery'],
})

export const getHookFigures = defineCall({
  ...common,
  operationId: 'getHookFigures',
  route: `GET ${path}/figures`,
  scope: 'read',
  summary: 'Count a hook’s deliveries over time',
  description: `Counts the newest 50,000 deliveries of the period. ${forOwners}`,
  query: z.object({
    over: z
      .enum(['day', 'week'])
      .default('day')
      .describe('day: the last 24 hours, by hour. week: the last 7 days, by 6 hours. day by default.'),
  }),
  answer: HookFigures,
  answers: 'Counts by period.',
})
