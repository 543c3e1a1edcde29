import { z } from 'zod'
import { defineCall } from '../../call.js'
import { foundHooksPerPage, maxFoundHooksPerPage, maxSearchLength } from '../../limits.js'
import { HookOverviewPage } from '../../objects/hook-overview.js'
import { Id, Text } from '../../parameters.js'
import { common, path } from './common.js'

export const searchHooks = defineCall({
  ...common,
  operationId: 'searchHooks',
  route: `GET ${path}/search`,
  scope: 'read',
  summary: 'Find hooks, with how they fare',
  description:
    'The newest first: all of the team for its administrators, their own for members. Those that were deleted with their ' +
    'channel are among them.',
  query: z.object({
    search: Text.max(maxSearchLength)
      .default('')
      .describe('A part of the hook’s name, of its channel’s, or of its creator’s user name, in any case.'),
    cursor: Id.or(z.literal('')).default('').describe('The `next` of the page before.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxFoundHooksPerPage)
      .default(foundHooksPerPage)
      .describe(`${foundHooksPerPage}, if nothing is said.`),
  }),
  answer: HookOverviewPage,
  answers: 'A page of hooks, without their keys, and what the caller may do.',
})
