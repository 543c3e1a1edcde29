import { calls } from '@posthorn/contract'
import { type Channel, changeHook, findUser, type ManagedHook, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { hookObject } from '../../objects/hook-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHookChange, authorizeTarget, mayPointAt } from './authorize.js'
import { choicesOf, validateChoices } from './choices.js'
import { logChange } from './log-change.js'

/** Fields that callers of older versions do not know stay unchanged if they are absent. */
export const updateHook = serve(calls.updateHook, async context => {
  const { deps, caller, teamId, body } = context
  const hook = await authorizeHookChange(deps, caller.user, { teamId, id: body.id })
  if (hook instanceof Refused) return hook
  const target = await authorizeTarget(deps, caller.user, body.channel_id)
  if (target instanceof Refused) return target
  if (target.teamId !== hook.teamId) return refused('hook_of_other_team')
  const reason = await whyNotForCreator(deps, caller.user, { hook, target, locked: body.channel_locked })
  if (reason) return refused(reason)
  const mistake = validateChoices(body, hook)
  if (mistake) return refused(mistake)
  const changed = await changeHook(deps.db, hook, choicesOf(body, hook), deps.nowMs())
  if (!changed) return refused('no_hook_here')
  logChange(context, 'hook changed', changed)
  return hookObject(changed)
})

type Change = { hook: ManagedHook; target: Channel; locked: boolean | undefined }

/**
 * Returns why a change of another user's hook needs its creator: it would post where the creator did not choose to.
 */
async function whyNotForCreator(deps: ApiDeps, user: User, { hook, target, locked }: Change) {
  if (hook.userId === user.id) return undefined
  if (hook.locked && locked === false) return 'only_creator_unlocks'
  if (hook.channelId === target.id) return undefined
  const creator = await findUser(deps.db, hook.userId)
  return creator && (await mayPointAt(deps, creator, target)) ? undefined : 'creator_cannot_read'
}
