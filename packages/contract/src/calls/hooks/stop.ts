import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxKeyOverlapSeconds } from '../../limits.js'
import { HookObject } from '../../objects/hook.js'
import { RepairedText, Text } from '../../parameters.js'
import { administrators, common, ofHook, path, pattern } from './common.js'

/** What stops a hook works while hooks are switched off, too. */
export const rotateHookKey = defineCall({
  ...common,
  operationId: 'rotateHookKey',
  route: `POST ${path}/regen`,
  scope: 'manage',
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
  answers: 'What was sent.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})
