import { calls, ok } from '@posthorn/contract'
import { disableHooksOf, findUser, type User } from '@posthorn/db'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { changeUser } from './change-user.js'

/** Administrators must confirm changes to their own account, because a slip would lock them out. */
function isSlip(caller: User, id: string, ownAccount: string | undefined): boolean {
  return caller.id === id && isSystemAdmin(caller) && ownAccount !== 'true'
}

const itself = 'Send own_account with "true" to change your own account.'

/** Activates or deactivates a user. Deactivation ends all sessions of the user at once. */
export const updateUserActive = serve(calls.updateUserActive, async ({ caller, body, deps }) => {
  const { user_id: id, active, hooks, own_account } = body
  const leaves = active !== 'true' && caller.user.id === id
  if (!leaves && !isSystemAdmin(caller.user)) return refused('cannot_set_active')
  if (leaves && isSlip(caller.user, id, own_account)) return refused('own_account', itself)
  const deleteAt = active === 'true' ? 0 : deps.nowMs()
  const changed = await changeUser(deps, id, { deleteAt })
  if (changed instanceof Refused) return changed
  if (deleteAt > 0 && hooks === 'stop') await disableHooksOf(deps.db, id, deleteAt)
  return userObject(caller.user.id === id ? asOwn(changed) : changed)
})

/** Nobody can log in as a bot, so a bot as the last administrator would leave none. */
export const updateUserRoles = serve(calls.updateUserRoles, async ({ caller, params, body, deps }) => {
  const roles = [...new Set(body.new_roles.split(' '))].toSorted().join(' ')
  if (!roles.includes('admin') && isSlip(caller.user, params.user, body.own_account))
    return refused('own_account', itself)
  if (roles.includes('admin') && (await findUser(deps.db, params.user))?.isBot)
    return refused('bot_has_no_role')
  const changed = await changeUser(deps, params.user, { roles })
  return changed instanceof Refused ? changed : ok
})
