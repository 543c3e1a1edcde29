import { calls } from '@posthorn/contract'
import { findUser, changePassword as storePassword } from '@posthorn/db'
import { addressKey, newSecret } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { userObject } from '../../objects/user-object.js'
import { hashInTurn } from '../../passwords/passwords.js'
import { refused } from '../../refusals/refused.js'

/** Ends all sessions of the user and of their apps. */
export const resetPassword = serve(calls.resetPassword, async ({ deps, caller, body, request, reply }) => {
  const { db, live, nowMs } = deps
  const user = await findUser(db, body.user_id)
  if (!user) return refused('no_such_user')
  if (user.id === caller.user.id) return refused('own_account', 'Change your own password under My account.')
  if (user.isBot) return refused('bot_has_no_password')
  const password = newSecret()
  const hashed = await hashInTurn(password, addressKey(request.ip), true)
  if (hashed.outcome !== 'hashed') return refused(hashed.outcome)
  const change = { id: user.id, passwordHash: hashed.hash, mustChange: true, nowMs: nowMs() }
  const ended = await storePassword(db, change)
  ended?.forEach(live.sessionEnded)
  reply.header('cache-control', 'no-store')
  return { user: userObject({ ...user, mustChangePassword: true }), password }
})
