import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxHookDescriptionBytes, maxHookDisplayNameBytes } from '../../limits.js'
import { HookObject } from '../../objects/hook.js'
import { RepairedText } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path, pattern } from './common.js'

/** What those choose who make or change a hook. An unknown channel and a bad key are refused after the caller's rights. */
const choices = {
  channel_id: RepairedText.describe('The channel that the hook posts to where a payload names none.').meta({
    pattern,
  }),
  display_name: RepairedText.optional()
    .describe(`At most ${maxHookDisplayNameBytes} bytes.`)
    .meta({ maxLength: maxHookDisplayNameBytes }),
  description: RepairedText.optional()
    .describe(`At most ${maxHookDescriptionBytes} bytes.`)
    .meta({ maxLength: maxHookDescriptionBytes }),
  channel_locked: z.boolean().optional().describe('Whether the hook posts to its own channel only.'),
  confirm: z
    .boolean()
    .optional()
    .describe(
      'Whether a sender is answered when the payload is posted, up to 3 s later, not when it is kept.',
    ),
}
const inChoices = [
  'no_such_channel',
  'hook_display_name_too_long',
  'bad_hook_display_name',
  'hook_description_too_long',
] as const

export const createHook = defineCall({
  ...common,
  operationId: 'createHook',
  route: `POST ${path}/create`,
  scope: 'manage',
  summary: 'Create a hook',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  body: z.object({
    ...choices,
    key: RepairedText.optional()
      .describe(
        'The key of a hook that moves here from another server; only a system administrator brings one.',
      )
      .meta({ pattern }),
  }),
  answer: HookObject,
  answers: 'The hook. Its `url` holds the key, which is shown this once.',
  errors: [...inChoices, ...ofHooks, 'key_taken'],
  audit: { target: 'hook', id: ['answer.id'] },
})

export const updateHook = defineCall({
  ...common,
  operationId: 'updateHook',
  route: `POST ${path}/update`,
  scope: 'manage',
  summary: 'Change a hook',
  description:
    'Texts that are absent become empty; what is on or off stays. Only its creator unlocks a hook, and it goes only to channels ' +
    `that its creator can read, too. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({ id: RepairedText.meta({ pattern }), ...choices }),
  answer: HookObject,
  answers: 'The hook as changed.',
  errors: [...inChoices, ...ofHook, 'only_creator_unlocks', 'creator_cannot_read'],
  audit: { target: 'hook', id: ['body.id'] },
})
