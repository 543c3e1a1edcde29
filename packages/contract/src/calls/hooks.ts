import { z } from 'zod'
import { defineCall } from '../call.js'
import {
  hooksPerPage,
  maxHookDescriptionBytes,
  maxHookDisplayNameBytes,
  maxHooksPerPage,
  maxKeyOverlapSeconds,
} from '../limits.js'
import { HookObject } from '../objects/hook.js'
import { params, RepairedText, Text, WholeNumber } from '../parameters.js'

const path = '/teams/:team/hooks/incoming'
const administrators =
  'For the team’s administrators; for all members, as far as it is about their own hooks, where ' +
  'EnableOnlyAdminIntegrations is off.'
const common = { tag: 'Hooks', allow: 'team_member', params: params('team') } as const
const pattern = '^[a-z0-9]{26}$'

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
const inChoices = ['no_such_channel', 'hook_display_name_too_long', 'hook_description_too_long'] as const
const ofHook = ['no_hook_here', 'hook_of_other_team'] as const

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

export const createHook = defineCall({
  ...common,
  operationId: 'createHook',
  route: `POST ${path}/create`,
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
  errors: [...inChoices, 'key_taken'],
})

export const updateHook = defineCall({
  ...common,
  operationId: 'updateHook',
  route: `POST ${path}/update`,
  summary: 'Change a hook',
  description: `Texts that are absent become empty; what is on or off stays. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({ id: RepairedText.meta({ pattern }), ...choices }),
  answer: HookObject,
  answers: 'The hook as changed.',
  errors: [...inChoices, ...ofHook],
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
