import { calls } from '@posthorn/contract'
import { appUsage, authorizedApps, findApp, listApps as storedApps } from '@posthorn/db'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { appObject, appOverview, authorizedApp } from '../../objects/app-object.js'
import { refused } from '../../refusals/refused.js'
import { whyNotRegistering } from './authorize-manager.js'

export const listApps = serve(calls.listApps, async ({ deps, caller: { user } }) => {
  const closed = whyNotRegistering(deps, user)
  if (closed) return closed
  const apps = await storedApps(deps.db, isSystemAdmin(user) ? undefined : user.id)
  const ids = apps.map(({ id }) => id)
  const usage = await appUsage(deps.db, ids, deps.nowMs())
  return apps.map(app => appOverview(app, usage.get(app.id)))
})

export const getApp = serve(calls.getApp, async ({ deps, params }) => {
  const app = await findApp(deps.db, params.client)
  return app ? appObject(app) : refused('no_such_app')
})

export const listAuthorizedApps = serve(calls.listAuthorizedApps, async ({ deps, caller }) =>
  (await authorizedApps(deps.db, caller.user.id)).map(authorizedApp),
)
