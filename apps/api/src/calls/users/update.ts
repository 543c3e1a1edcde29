import { calls, type UserObject } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import { isSystemAdmin } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { mayManage } from '../../objects/profiles.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import { changeUser } from './change-user.js'
import { changesIn } from './profile-changes.js'
import { isBlindToEmails, wantedEmail } from './wanted-email.js'

export const updateUser = serve(calls.updateUser, async ({ caller, body: { id, ...fields }, deps }) => {
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const { email, ...others } = changesIn(fields)
  if (email === undefined) return shown(await changeUser(deps, id, others), caller.user)
  if (!isBlindToEmails(deps, caller.user)) {
    const requestedEmail = isSystemAdmin(caller.user) ? '' : email
    return shown(await changeUser(deps, id, { ...others, email, requestedEmail }), caller.user)
  }
  const wanted = await wantedEmail(deps, caller.user, email)
  if (wanted instanceof OverRate) return wanted
  const changed = await changeUser(deps, id, { ...others, ...wanted })
  const isLost = changed instanceof Refused && changed.refusal === 'email_taken' // another account took it meanwhile
  return shown(
    isLost ? await changeUser(deps, id, { ...others, requestedEmail: email }) : changed,
    caller.user,
  )
})

function shown<Reason extends Refused>(changed: User | Reason, caller: User): UserObject | Reason {
  if (changed instanceof Refused) return changed
  return userObject(changed.id === caller.id ? asOwn(changed) : changed)
}

export const updateNotifyProps = serve(calls.updateNotifyProps, async ({ caller, body, deps }) => {
  const { user_id: id, ...notifyProps } = body
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  return shown(await changeUser(deps, id, { notifyProps }), caller.user)
})
