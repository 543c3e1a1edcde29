import { z } from 'zod'
import { defineCall } from '../../call.js'
import { addressSearchMinutes, maxFoundDeliveries } from '../../limits.js'
import { FoundDeliveries } from '../../objects/hooks/found-delivery.js'
import { Id, Text, Timestamp } from '../../parameters.js'

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
