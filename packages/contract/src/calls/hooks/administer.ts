import { z } from 'zod'
import { defineCall } from '../../call.js'
import { unusedHookDays } from '../../limits.js'
import { HookObject } from '../../objects/hook.js'
import { HookInTeamPage } from '../../objects/hook-overview.js'
import { RepairedText } from '../../parameters.js'
import { common, ofHook, path, pattern, searched } from './common.js'

const id = RepairedText.min(1).meta({ pattern })
const forAdministrators = 'For the team’s administrators.'

export const disableHook = defineCall({
  ...common,
  operationId: 'disableHook',
  route: `POST ${path}/disable`,
  scope: 'manage',
  summary: 'Disable a hook',
  description:
    'Every call with its key is refused, and counted among its refused calls, until it is enabled; every process follows ' +
    `within two seconds. What it accepted before is still posted. ${forAdministrators}`,
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook as it is now.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})

export const enableHook = defineCall({
  ...common,
  operationId: 'enableHook',
  route: `POST ${path}/enable`,
  scope: 'manage',
  summary: 'Enable a hook that is disabled',
  description: `With the same key as before. ${forAdministrators}`,
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook as it is now.',
  errors: ofHook,
  audit: { target: 'hook', id: ['body.id'] },
})

export const searchAllHooks = defineCall({
  operationId: 'searchAllHooks',
  searchedBy: ['search', 'only'],
  route: 'GET /admin/hooks',
  tag: 'Hooks',
  summary: 'Find hooks in all teams',
  description:
    'The newest first. Those that were deleted with their channel are among them, where nothing narrows the search.',
  allow: 'system_admin',
  scope: 'read',
  query: searched.extend({
    only: z
      .enum(['', 'unused', 'creator_deactivated', 'failing', 'unlocked', 'disabled'])
      .default('')
      .describe(
        `unused: neither called nor made in the last ${unusedHookDays} days; unlocked: free to post to any channel.`,
      ),
  }),
  answer: HookInTeamPage,
  answers: 'A page of hooks, without their keys.',
})
