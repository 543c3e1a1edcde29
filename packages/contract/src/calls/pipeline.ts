import { z } from 'zod'
import { defineCall } from '../call.js'
import { maxFigurePeriods, maxLimitedCallers } from '../limits.js'
import { LimitedCallers } from '../objects/limited-callers.js'
import { PipelineFigures, PipelineHealth, ProcessList } from '../objects/pipeline.js'
import { Timestamp } from '../parameters.js'

export const getHealth = defineCall({
  operationId: 'getHealth',
  route: 'GET /admin/health',
  tag: 'System',
  summary: 'What is wrong, since when, and what to do',
  description:
    'With what waits just now. While Postgres is away nobody’s session is known, and this call is refused like all others.',
  allow: 'system_admin',
  scope: 'read',
  answer: PipelineHealth,
  answers: 'How it is just now.',
})

export const listProcesses = defineCall({
  operationId: 'listProcesses',
  route: 'GET /admin/processes',
  tag: 'System',
  summary: 'The processes that live',
  description:
    'Each tells of itself every three seconds, and is gone ten seconds after it stopped. One that says farewell is gone at once.',
  allow: 'system_admin',
  scope: 'read',
  answer: ProcessList,
  answers: 'The processes.',
  errors: ['redis_away'],
})

export const getFigures = defineCall({
  operationId: 'getFigures',
  route: 'GET /admin/figures',
  tag: 'System',
  summary: 'What was accepted, posted and refused, by minute or hour',
  description:
    'Minutes are kept for a day, hours for ninety. A minute is told within seconds, an hour within two minutes. What a process ' +
    `counted in its last three seconds is lost when it is killed. At most ${maxFigurePeriods} periods.`,
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    step: z.enum(['minute', 'hour']).default('minute').describe('How long a period is.'),
    from: Timestamp.optional().describe(
      'Since when, in milliseconds since 1970; 60 periods before `to` when absent.',
    ),
    to: Timestamp.optional().describe('Until when; now, when absent.'),
  }),
  answer: PipelineFigures,
  answers: 'The periods that lie in the range, in part or whole.',
})

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
  beyondRate: true,
})
