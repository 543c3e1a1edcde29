import { z } from 'zod'
import { defineCall } from '../../call.js'
import { hooksPerPage, maxHooksPerPage } from '../../limits.js'
import { HookObject } from '../../objects/hook.js'
import { params, WholeNumber } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path } from './common.js'

export const listHooks = defineCall({
  ...common,
  operationId: 'listHooks',
  route: `GET ${path}/list`,
  scope: 'read',
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
  scope: 'read',
  summary: 'A hook',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook'),
  answer: HookObject,
  answers: 'The hook, without its key.',
  errors: ofHook,
})
