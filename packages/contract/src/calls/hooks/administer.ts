import { z } from 'zod'
import { defineCall } from '../../call.js'
import { HookObject } from '../../objects/hooks/hook.js'
import { HookInTeamPage } from '../../objects/hooks/hook-overview.js'
import { RepairedText } from '../../parameters.js'
import { common, ofHook, path, pattern, searched, searchedBy } from './common.js'

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
