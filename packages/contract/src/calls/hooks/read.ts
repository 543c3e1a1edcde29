import { z } from 'zod'
import { defineCall } from '../../call.js'
import {
  foundHooksPerPage,
  hooksPerPage,
  maxFoundHooksPerPage,
  maxHooksPerPage,
  maxSearchLength,
} from '../../limits.js'
import { HookObject } from '../../objects/hook.js'
import { HookOverviewPage } from '../../objects/hook-overview.js'
import { Id, params, Text, WholeNumber } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path } from './common.js'

export const listHooks = defineCall({
  ...common,
  operationId: 'listHooks',
  route: `GET ${path}/list`,
  summary: 'A team’s hooks',
  description: `The oldest first. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  query: z.object({
    page: WholeNumber.default(0).describe('The first, 0, if nothing is said.'),
    per_page: WholeNumber.default(hooksPerPage)
      .describe(`${hooksPerPage}, if nothing is said.`)
      .meta({ maximum: maxHooksPerPage }),
  }),
  answer: z.array(HookObject),
  answers: 'The hooks, without their keys.',
  errors: ofHooks,
})

export const getHook = defineCall({
  ...common,
  operationId: 'getHook',
  route: `GET ${path}/:hook/get`,
  summary: 'A hook',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook'),
  answer: HookObject,
  answers: 'The hook, without its key.',
  errors: ofHook,
})

export const searchHooks = defineCall({
  ...common,
  operationId: 'searchHooks',
  route: `GET ${path}/search`,
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
