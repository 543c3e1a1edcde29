import { z } from 'zod'
import { defineCall } from '../../call.js'
import { HookFigures } from '../../objects/hooks/hook-figures.js'
import { common, forOwners, path } from './common.js'

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
