import { defineCall } from '../../call.js'
import { HookOverviewPage } from '../../objects/hooks/hook-overview.js'
import { common, path, searched, searchedBy } from './common.js'

export const searchHooks = defineCall({
  ...common,
  operationId: 'searchHooks',
  searchedBy,
  route: `GET ${path}/search`,
  scope: 'read',
  summary: 'Find hooks, with their status',
  description:
    'Administrators see all hooks of the team, other members their own. Without `only`, the results include ' +
    'hooks that were deleted with their channel.',
  query: searched,
  answer: HookOverviewPage,
  answers: 'A page of hooks, without their keys, and the caller’s permissions.',
})
