import { z } from 'zod'
import { defineCall } from '../call.js'
import { hooksPerPage, maxHooksPerPage, maxKeyOverlapSeconds } from '../limits.js'
import { HookObject } from '../objects/hook.js'
import { params, RepairedText, Text, WholeNumber } from '../parameters.js'
import { administrators, common, ofHook, path, pattern } from './common-of-hooks.js'

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

/** What stops a hook works while hooks are switched off, too. */
export const rotateHookKey = defineCall({
  ...common,
  operationId: 'rotateHookKey',
  route: `POST ${path}/regen`,
  summary: 'Give a hook another key',
  description: administrators,
  body: z.object({
    id: RepairedText.min(1).meta({ pattern }),
    // null is no wish for the usual day: who writes it may have meant 0
    overlap_seconds: z
      .int()
      .min(0)
      .max(maxKeyOverlapSeconds)
      .exactOptional()
      .describe('How long the old key stays good: a day, if nothing is said; 0 when it leaked.'),
  }),
  answer: HookObject,
  answers: 'The hook. Its `url` holds the new key, which is shown this once.',
  errors: ofHook,
})

export const deleteHook = defineCall({
  ...common,
  operationId: 'deleteHook',
  route: `POST ${path}/delete`,
  summary: 'Delete a hook',
  description: administrators,
  body: z.object({ id: Text.min(1).meta({ pattern }) }).catchall(Text),
  bodyIsTextMap: true,
  answer: z.record(z.string(), z.string()),
  answers: 'What was sent.',
  errors: ofHook,
})
