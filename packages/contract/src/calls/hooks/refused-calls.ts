import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxRefusedCallsDays } from '../../limits.js'
import { RefusedCalls } from '../../objects/hooks/refused-calls.js'
import { params } from '../../parameters.js'
import { path } from './common.js'

export const listRefusedCalls = defineCall({
  operationId: 'listRefusedCalls',
  route: `GET ${path}/:hook/refused`,
  tag: 'Deliveries',
  summary: 'List a hook’s refused calls',
  description:
    'Counts calls that did not become a delivery, for example because they exceeded the rate limit or ' +
    'because the body was too large or unreadable. Calls appear within about a second. The last twenty are ' +
    'listed with their reasons, at most one per cause and second. Allowed for the hook’s creator and the ' +
    'team’s administrators.',
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
      .describe('Number of days, including today. 7 by default.'),
  }),
  answer: RefusedCalls,
  answers: 'Counts by day (UTC), and the last refused calls, newest first.',
  errors: ['cannot_count'],
})
