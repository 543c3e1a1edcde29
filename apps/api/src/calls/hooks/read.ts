import { calls, maxHooksPerPage } from '@posthorn/contract'
import { hooksOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHook, mayManageHooks } from './authorize.js'
import { hookObject } from './hook-object.js'

export const listHooks = serve(calls.listHooks, async ({ deps, caller, teamId, query }) => {
  const { page, per_page: limit } = query
  if (!(await mayManageHooks(deps, caller.user, teamId))) return refused('no_permission_api')
  if (limit > maxHooksPerPage) return refused('bad_parameter', `per_page is at most ${maxHooksPerPage}.`)
  return (await hooksOf(deps.db, teamId, page * limit, limit)).map(hook => hookObject(hook))
})

export const getHook = serve(calls.getHook, async ({ deps, caller, teamId, params }) => {
  const hook = await authorizeHook(deps, caller.user, { teamId, id: params.hook })
  return hook instanceof Refused ? hook : hookObject(hook)
})
