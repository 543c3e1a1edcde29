import { calls } from '@posthorn/contract'
import { addressKey } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { newUser } from '../../live/events.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { Refused } from '../../refusals/refused.js'
import { createAccount } from './create-account.js'
import { changesIn } from './profile-changes.js'

export const createUser = serve(calls.createUser, async ({ caller, body, deps, request }) => {
  const { password, ...fields } = body
  const wanted = { changes: changesIn(fields), password, address: addressKey(request.ip) }
  const created = await createAccount(deps, caller?.user, wanted)
  if (created instanceof Refused) return created
  deps.live.publish(newUser(created))
  return userObject(asOwn(created))
})
