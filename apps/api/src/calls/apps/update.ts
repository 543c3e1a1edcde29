import { calls } from '@posthorn/contract'
import { changeApp, replaceSecret, transferApp } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { appObject } from '../../objects/app-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeManager } from './authorize-manager.js'
import { choicesOf, validateChoices } from './choices.js'
import { logChange } from './log-change.js'

/** Changing a trusted app's callback URLs would pass its trust on, so it needs an administrator. */
export const updateApp = serve(calls.updateApp, async context => {
  const { deps, caller, body } = context
  const app = await authorizeManager(deps, caller.user, body.id)
  if (app instanceof Refused) return app
  const choices = choicesOf(body, app.isTrusted)
  if ((app.isTrusted || choices.isTrusted) && !isSystemAdmin(caller.user)) return refused('app_of_admins')
  const mistake = validateChoices(choices, app)
  if (mistake) return refused(mistake)
  const changed = await changeApp(deps.db, app.id, choices, deps.nowMs())
  if (!changed) return refused('no_such_app')
  logChange(context, 'app changed', changed)
  return appObject(changed)
})

export const takeOverApp = serve(calls.takeOverApp, async context => {
  const { deps, caller, params } = context
  const taking = { id: params.client, creatorId: caller.user.id, nowMs: deps.nowMs() }
  const app = await transferApp(deps.db, taking, deps.settings().MaxHooksPerOwner)
  if (!app) return refused('no_such_app')
  if (typeof app === 'string') return refused(app)
  logChange(context, 'app taken over', app)
  return appObject(app)
})

export const regenerateAppSecret = serve(calls.regenerateAppSecret, async context => {
  const { deps, caller, params } = context
  const app = await authorizeManager(deps, caller.user, params.client)
  if (app instanceof Refused) return app
  if (app.isPublic) return refused('no_secret_of_public')
  const secret = newSecret()
  const changed = await replaceSecret(deps.db, app.id, secret, deps.nowMs())
  if (!changed) return refused('no_such_app')
  logChange(context, 'app secret regenerated', changed)
  return appObject(changed, secret)
})
