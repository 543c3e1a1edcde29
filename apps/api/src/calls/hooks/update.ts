import { calls } from '@posthorn/contract'
import { changeHook } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHookChange, authorizeTarget } from './authorize.js'
import { choicesOf, validateChoices } from './choices.js'
import { hookObject } from './hook-object.js'
import { logChange } from './tell.js'

/** What a sender of this call may not know of stays as it is when it is not there. */
export const updateHook = serve(calls.updateHook, async context => {
  const { deps, caller, teamId, body } = context
  const hook = await authorizeHookChange(deps, caller.user, { teamId, id: body.id })
  if (hook instanceof Refused) return hook
  const target = await authorizeTarget(deps, caller.user, body.channel_id)
  if (target instanceof Refused) return target
  if (target.teamId !== hook.teamId) return refused('hook_of_other_team')
  const mistake = validateChoices(body)
  if (mistake) return refused(mistake)
  const changed = await changeHook(deps.db, hook.id, choicesOf(body, hook), deps.nowMs())
  if (!changed) return refused('no_hook_here')
  logChange(context, 'hook changed', changed)
  return hookObject(changed)
})
