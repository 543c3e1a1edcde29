import { defineCall } from '../../call.js'
import { HookOverviewPage } from '../../objects/hook-overview.js'
import { common, path, searched } from './common.js'

export const searchHooks = defineCall({
  ...common,
  operationId: 'searchHooks',
  searchedBy: ['search'],
  route: `GET ${path}/search`,
  scope: 'read',
  summary: 'Find hooks, with how they fare',
  description:
    'The newest first: all of the team for its administrators, their own for members. Those that were deleted with their ' +
    'channel are among them.',
  query: searched,
  answer: HookOverviewPage,
  answers: 'A page of hooks, without their keys, and what the caller may do.',
})
