import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxKeyOverlapSeconds } from '../../limits.js'
import { HookObject } from '../../objects/hooks/hook.js'
import { RepairedText, Text } from '../../parameters.js'
import { administrators, common, ofHook, path, pattern } from './common.js'

/** The calls that stop a hook work while hooks are disabled, too. */
export const rotateHookKey = defineCall({
  ...common,
  operationId: 'rotateHookKey',
  route: `POST ${path}/regen`,
  scope: 'manage',
  summary: 'Regenerate a hook’s key',
  description: administrators,
  body: z.object({
    id: RepairedText.min(1).meta({ pattern }),
    // null is rejected rather than read as the default, because the caller may have meant 0
    overlap_seconds: z
      .int()
      .min(0)
      .max(maxKeyOverlapSeconds)
      .exactOptional()
      .describe('How long the old key stays valid: one day by default. Use 0 if the key leaked.'),
  }),
  answer: HookObject,
  answers: 'The hook. Its `url` contains the new key and is shown only this once.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'], notes: ['body.overlap_seconds'] },
})

export const deleteHook = defineCall({
  ...common,
  operationId: 'deleteHook',
  route: `POST ${path}/delete`,
  scope: 'manage',
  summary: 'Delete a hook',
  description: administrators,
  body: z.object({ id: Text.min(1).meta({ pattern }) }).catchall(Text),
  bodyIsTextMap: true,
  answer: z.record(z.string(), z.string()),
  answers: 'The request body.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})
