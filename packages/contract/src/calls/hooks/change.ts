import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxHookDescriptionBytes, maxHookDisplayNameBytes, maxKeyOverlapSeconds } from '../../limits.js'
import { HookCollapse, HookInTeamPage, HookObject } from '../../objects/hooks/hook.js'
import { maxAllowedRanges } from '../../objects/hooks/signature.js'
import { RepairedText, Text } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path, pattern, searched, searchedBy } from './of-hooks.js'

const id = RepairedText.min(1).meta({ pattern })
const forAdministrators = 'Allowed for the team’s administrators.'

export const disableHook = defineCall({
  ...common,
  operationId: 'disableHook',
  route: `POST ${path}/disable`,
  scope: 'manage',
  summary: 'Disable a hook',
  description:
    'Rejects every call with the hook’s key until the hook is enabled, and counts it as refused. All ' +
    'processes follow within two seconds. Deliveries accepted earlier are still posted. ' +
    forAdministrators,
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})

export const enableHook = defineCall({
  ...common,
  operationId: 'enableHook',
  route: `POST ${path}/enable`,
  scope: 'manage',
  summary: 'Enable a disabled hook',
  description: `The key stays the same. ${forAdministrators}`,
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})

export const searchAllHooks = defineCall({
  operationId: 'searchAllHooks',
  searchedBy,
  route: 'GET /admin/hooks',
  tag: 'Hooks',
  summary: 'Find hooks in all teams',
  description: 'Without `only`, the results include hooks that were deleted with their channel.',
  allow: 'system_admin',
  scope: 'read',
  query: searched,
  answer: HookInTeamPage,
  answers: 'A page of hooks, without their keys.',
})

/**
 * The fields that a create or update call can set. An unknown channel or malformed key is rejected after the
 * permission check.
 */
const choices = {
  channel_id: RepairedText.describe('The channel for payloads that name none.').meta({
    pattern,
  }),
  display_name: RepairedText.optional()
    .describe(`At most ${maxHookDisplayNameBytes} bytes.`)
    .meta({ maxLength: maxHookDisplayNameBytes }),
  description: RepairedText.optional()
    .describe(`At most ${maxHookDescriptionBytes} bytes.`)
    .meta({ maxLength: maxHookDescriptionBytes }),
  channel_locked: z.boolean().optional().describe('Whether the hook posts only to its own channel.'),
  confirm: z
    .boolean()
    .optional()
    .describe(
      'Whether to respond after the payload is posted (waiting up to 3 s) instead of as soon as it is stored.',
    ),
  format: z
    .string()
    .max(50)
    .optional()
    .describe(
      'The adapter that reads all payloads, such as github. Empty to recognize senders by themselves.',
    ),
  collapse: HookCollapse.optional().describe('How repeats of a post are counted in it. By default, never.'),
  allow_from: z
    .array(z.string().trim().min(1).max(50))
    .max(maxAllowedRanges)
    .optional()
    .describe('The addresses and CIDR ranges (IPv4 or IPv6) that may call the hook. Empty for all.'),
}
const inChoices = [
  'no_such_channel',
  'hook_display_name_too_long',
  'bad_hook_display_name',
  'hook_description_too_long',
  'unknown_hook_format',
  'bad_address_range',
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
    key: RepairedText.min(1)
      .optional()
      .describe('Key of a hook that moves here from another server. Only system administrators can set it.')
      .meta({ pattern }),
  }),
  answer: HookObject,
  answers: 'The hook. Its `url` contains the key and is shown only this once.',
  errors: [...inChoices, ...ofHooks, 'key_taken', 'too_many_hooks_of_owner', 'too_many_hooks_of_team'],
  audit: { target: 'hook', id: ['answer.id'] },
})

export const updateHook = defineCall({
  ...common,
  operationId: 'updateHook',
  route: `POST ${path}/update`,
  scope: 'manage',
  summary: 'Update a hook',
  description:
    'Absent text fields become empty. Absent booleans and `allow_from` stay unchanged. Only the creator can unlock a hook. ' +
    `The new channel must be one that the hook’s creator can read. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({ id: RepairedText.meta({ pattern }), ...choices }),
  answer: HookObject,
  answers: 'The updated hook.',
  errors: [...inChoices, ...ofHook, 'only_creator_unlocks', 'creator_cannot_read'],
  audit: { target: 'hook', id: ['body.id'] },
})

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
