import { z } from 'zod'
import { defineCall } from '../../call.js'
import { hooksPerPage, maxHooksPerPage } from '../../limits.js'
import { HookObject } from '../../objects/hooks/hook.js'
import { params, WholeNumber } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path } from './common.js'

export const listHooks = defineCall({
  ...common,
  operationId: 'listHooks',
  route: `GET ${path}/list`,
  scope: 'read',
  summary: 'List a team’s hooks',
  description: `Oldest first. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  query: z.object({
    page: WholeNumber.default(0).describe('Page number, from 0. 0 by default.'),
    per_page: WholeNumber.default(hooksPerPage)
      .describe(`${hooksPerPage} by default.`)
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
  scope: 'read',
  summary: 'Get a hook',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook'),
  answer: HookObject,
  answers: 'The hook, without its key.',
  errors: ofHook,
})
