import { z } from 'zod'
import { defineCall } from '../call.js'
import { maxFigurePeriods, maxLimitedCallers } from '../limits.js'
import { LimitedCallers, PipelineFigures, PipelineHealth, ProcessList } from '../objects/system/pipeline.js'
import { Timestamp } from '../parameters.js'

export const getHealth = defineCall({
  operationId: 'getHealth',
  route: 'GET /admin/health',
  tag: 'System',
  summary: 'List current problems, since when, and what to do',
  description:
    'Includes the current backlog. While Postgres is unavailable, sessions cannot be checked, so this call ' +
    'fails like all others.',
  allow: 'system_admin',
  scope: 'read',
  answer: PipelineHealth,
  answers: 'The current state.',
})

export const listProcesses = defineCall({
  operationId: 'listProcesses',
  route: 'GET /admin/processes',
  tag: 'System',
  summary: 'List running processes',
  description:
    'Each process reports every three seconds. It disappears at once when it shuts down, or ten seconds ' +
    'after its last report.',
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
  summary: 'Count accepted, posted and refused deliveries by minute or hour',
  description:
    'Minutes are stored for one day, hours for 90 days. Minutes appear within seconds, hours within two ' +
    `minutes. If a process is killed, its last three seconds are lost. Returns at most ${maxFigurePeriods} ` +
    'periods.',
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    step: z.enum(['minute', 'hour']).default('minute').describe('Length of a period.'),
    from: Timestamp.optional().describe(
      'Start of the range, in milliseconds since 1970. By default, 60 periods before `to`.',
    ),
    to: Timestamp.optional().describe('End of the range. The current time by default.'),
  }),
  answer: PipelineFigures,
  answers: 'The periods that overlap the range.',
})

export const listLimitedCallers = defineCall({
  operationId: 'listLimitedCallers',
  route: 'GET /admin/limited',
  tag: 'System',
  summary: 'List the most rate-limited callers of the last day',
  description:
    'Counts the 429 responses of hooks and of the API. They appear within about a second. If more than 500 ' +
    'callers are limited in one hour, only those with the most are stored.',
  allow: 'system_admin',
  scope: 'read',
  query: z.object({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxLimitedCallers)
      .default(20)
      .describe('Maximum number of callers. 20 by default.'),
  }),
  answer: LimitedCallers,
  answers: 'The callers, most limited first.',
  errors: ['redis_away'],
  beyondRate: true,
})
