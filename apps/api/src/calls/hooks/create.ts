import { calls, Id } from '@posthorn/contract'
import { createHook as storeHook, type User } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeTarget, hookBounds } from './authorize.js'
import { choicesOf, validateChoices } from './choices.js'
import { answerWithKey, logChange } from './log-change.js'

/** What a new hook is unless its creator chooses. */
const unset = { locked: false, format: '' }

/** A hook belongs to the team of its channel, whatever the path says. */
export const createHook = serve(calls.createHook, async context => {
  const { deps, caller, body } = context
  const target = await authorizeTarget(deps, caller.user, body.channel_id)
  if (target instanceof Refused) return target
  const mistake = validateChoices(body)
  if (mistake) return refused(mistake)
  const wrongKey = validateKey(caller.user, body.key ?? '')
  if (wrongKey) return wrongKey

  const key = body.key || newSecret()
  const choices = choicesOf(body, { ...unset, confirm: deps.settings().ConfirmNewHooks })
  const origin = { userId: caller.user.id, teamId: target.teamId }
  const wanted = { ...choices, ...origin, id: newId(), createAt: deps.nowMs() }
  const hook = await storeHook(deps.db, wanted, key, hookBounds(deps))
  if (!hook) return refused('key_taken')
  if (typeof hook === 'string') return refused(hook)
  logChange(context, 'hook made', hook)
  return answerWithKey(context, hook, key)
})

/** Accepts a key from another server, so that senders need not change after a move. */
function validateKey(user: User, key: string) {
  if (key === '') return undefined
  if (!isSystemAdmin(user))
    return refused('no_permission_api', 'Only a system administrator can choose the key of a webhook.')
  if (Id.safeParse(key).success) return undefined
  return refused('bad_parameter', 'Invalid key parameter. Use 26 characters of a-z and 0-9.')
}
