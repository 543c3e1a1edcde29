import { calls } from '@posthorn/contract'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { changeUser } from './change-user.js'
import { changesIn } from './profile-changes.js'
import { mayManage } from './profiles.js'
import { userObject } from './user-object.js'

export const updateUser = serve(calls.updateUser, async ({ caller, body: { id, ...fields }, deps }) => {
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const changed = await changeUser(deps, id, changesIn(fields))
  return changed instanceof Refused ? changed : userObject(changed)
})

export const updateNotifyProps = serve(calls.updateNotifyProps, async ({ caller, body, deps }) => {
  const { user_id: id, ...notifyProps } = body
  if (!mayManage(caller.user, id)) return refused('no_permission_api')
  const changed = await changeUser(deps, id, { notifyProps })
  return changed instanceof Refused ? changed : userObject(changed)
})
