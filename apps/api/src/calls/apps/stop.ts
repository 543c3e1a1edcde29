import { calls, ok } from '@posthorn/contract'
import { deauthorizeApp as storeDeauthorized, deleteApp as storeDeleted } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeManager } from './authorize-manager.js'
import { logChange } from './log-change.js'

export const deleteApp = serve(calls.deleteApp, async context => {
  const { deps, caller, body } = context
  const app = await authorizeManager(deps, caller.user, body.id)
  if (app instanceof Refused) return app
  const ended = await storeDeleted(deps.db, app.id, deps.nowMs())
  if (!ended) return refused('no_such_app')
  ended.forEach(deps.live.sessionEnded)
  logChange(context, 'app deleted', app)
  return ok
})

export const deauthorizeApp = serve(calls.deauthorizeApp, async context => {
  const { deps, caller, params } = context
  const ended = await storeDeauthorized(deps.db, caller.user.id, params.client)
  ended.forEach(deps.live.sessionEnded)
  logChange(context, 'app deauthorised', { id: params.client })
  return ok
})
