import { calls, maxHooksPerPage } from '@posthorn/contract'
import { hooksOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { hookObject } from '../../objects/hook-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHook, whyNotManaging } from './authorize.js'

export const listHooks = serve(calls.listHooks, async ({ deps, caller, teamId, query }) => {
  const { page, per_page: limit } = query
  const reason = await whyNotManaging(deps, caller.user, teamId)
  if (reason) return reason
  if (limit > maxHooksPerPage) return refused('bad_parameter', `per_page is at most ${maxHooksPerPage}.`)
  return (await hooksOf(deps.db, teamId, page * limit, limit)).map(hook => hookObject(hook))
})

export const getHook = serve(calls.getHook, async ({ deps, caller, teamId, params }) => {
  const hook = await authorizeHook(deps, caller.user, { teamId, id: params.hook })
  return hook instanceof Refused ? hook : hookObject(hook)
})
