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
  summary: 'Who is online',
  description: 'Who has a live connection. Live events have the same for an answer to `get_statuses`.',
  answer: Statuses,
  answers: '`online`, by the ids of those who are.',
})

export const listStatusesById = defineCall({
  ...common,
  operationId: 'listStatusesById',
  route: 'POST /users/status/ids',
  summary: 'Whether users are online, by their ids',
  description: 'Live events have the same for an answer to `get_statuses_by_ids`.',
  body: z.array(Id).max(maxPageSize).describe(`At most ${maxPageSize} ids.`),
  answer: Statuses,
  answers: '`online` or `offline`, by id. Who is nobody is offline.',
})
