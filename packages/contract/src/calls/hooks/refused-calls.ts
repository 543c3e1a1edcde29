import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxRefusedCallsDays } from '../../limits.js'
import { RefusedCalls } from '../../objects/refused-calls.js'
import { params } from '../../parameters.js'
import { path } from './common.js'

export const listRefusedCalls = defineCall({
  operationId: 'listRefusedCalls',
  route: `GET ${path}/:hook/refused`,
  tag: 'Deliveries',
  summary: 'Which calls of a hook were refused, and how many',
  description:
    'Those that became no delivery: over the rate, with a body that is too large or cannot be read, and the like. They ' +
    'are told within about a second, with the last twenty, of one cause at most one a second, and why. For the hook’s creator and the team’s administrators.',
  allow: 'hook_owner',
  scope: 'read',
  params: params('team', 'hook'),
  query: z.object({
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxRefusedCallsDays)
      .default(7)
      .describe('How many, with today; 7, if nothing is said.'),
  }),
  answer: RefusedCalls,
  answers: 'The days, in UTC, and the last refusals, the newest first.',
  errors: ['cannot_count'],
})
