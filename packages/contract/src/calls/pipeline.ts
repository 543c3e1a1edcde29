import { z } from 'zod'
import { defineCall } from '../call.js'
import { maxLimitedCallers } from '../limits.js'
import { LimitedCallers } from '../objects/limited-callers.js'

export const listLimitedCallers = defineCall({
  operationId: 'listLimitedCallers',
  route: 'GET /admin/limited',
  tag: 'System',
  summary: 'Who was over a rate limit in the last day, and how often',
  description:
    'Whose calls were answered 429, of hooks and of the API. They are told within about a second. Of more than 500 in an ' +
    'hour, those that were limited least are forgotten.',
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxLimitedCallers)
      .default(20)
      .describe('How many at most; 20, if nothing is said.'),
  }),
  answer: LimitedCallers,
  answers: 'The callers, those first that were limited most often.',
  errors: ['redis_away'],
})
