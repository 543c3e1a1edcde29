import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxPageSize } from '../../limits.js'
import { Id } from '../../parameters.js'

const common = { tag: 'Users', allow: 'user', scope: 'read' } as const
const Statuses = z.record(z.string(), z.enum(['online', 'offline']))

export const listStatuses = defineCall({
  ...common,
  operationId: 'listStatuses',
  route: 'GET /users/status',
  summary: 'List online users',
  description: 'Users with a live connection. The WebSocket action `get_statuses` returns the same.',
  answer: Statuses,
  answers: '`online`, by user ID.',
})

export const listStatusesById = defineCall({
  ...common,
  operationId: 'listStatusesById',
  route: 'POST /users/status/ids',
  summary: 'Get the online status of users by IDs',
  description: 'The WebSocket action `get_statuses_by_ids` returns the same.',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} IDs.`),
  answer: Statuses,
  answers: '`online` or `offline`, by user ID. Unknown users are offline.',
})
