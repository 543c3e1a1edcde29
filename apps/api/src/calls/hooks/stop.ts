import { calls, keyOverlapSeconds } from '@posthorn/contract'
import { replaceKey, deleteHook as storeDeleted } from '@posthorn/db'
import { newSecret } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHookChange } from './authorize.js'
import { answerWithKey, logChange } from './log-change.js'

/** Replaces a hook's key. The old keys stay valid for the requested time, and end at once with 0. */
export const rotateHookKey = serve(calls.rotateHookKey, async context => {
  const { deps, caller, teamId, body } = context
  const { id, overlap_seconds: overlapSeconds = keyOverlapSeconds } = body
  const hook = await authorizeHookChange(deps, caller.user, { teamId, id })
  if (hook instanceof Refused) return hook
  const [key, nowMs] = [newSecret(), deps.nowMs()]
  const oldUntil = overlapSeconds === 0 ? 0 : nowMs + overlapSeconds * 1000
  const rotated = await replaceKey(deps.db, id, key, { by: caller.user.id, nowMs, oldUntil })
  if (!rotated) return refused('no_hook_here')
  logChange(context, 'hook rekeyed', hook)
  return answerWithKey(context, rotated, key)
})

export const deleteHook = serve(calls.deleteHook, async context => {
  const { deps, caller, teamId, body } = context
  const hook = await authorizeHookChange(deps, caller.user, { teamId, id: body.id })
  if (hook instanceof Refused) return hook
  if (!(await storeDeleted(deps.db, hook.id, deps.nowMs()))) return refused('no_hook_here')
  logChange(context, 'hook deleted', hook)
  return body
})
