import { calls } from '@posthorn/contract'
import { passwordHashOf, changePassword as storePassword } from '@posthorn/db'
import { addressKey } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { hashInTurn } from '../../passwords/passwords.js'
import { refused } from '../../refusals/refused.js'
import { isGoodPassword } from './validate-user.js'

/** Changes a password and ends all other sessions of the user. */
export const changePassword = serve(calls.changePassword, async ({ caller, body, deps, request }) => {
  const { user_id: id, current_password, new_password } = body
  if (caller.user.id !== id) return refused('not_your_password')
  const address = addressKey(request.ip)
  const { outcome } = await verifyCurrent(deps, { id, password: current_password, address })
  if (outcome === 'wrong_password') return refused('password_incorrect')
  if (outcome !== 'right') return refused(outcome)
  if (caller.user.mustChangePassword && new_password === current_password)
    return refused('password_unchanged')
  if (!isGoodPassword(new_password, deps.settings().MinimumLength)) return refused('bad_password')
  const hashed = await hashInTurn(new_password, address, true)
  if (hashed.outcome !== 'hashed') return refused(hashed.outcome)
  const change = { id, passwordHash: hashed.hash, keepSession: caller.session.id, nowMs: deps.nowMs() }
  const ended = await storePassword(deps.db, change)
  if (!ended) return refused('no_session')
  ended.forEach(deps.live.sessionEnded)
  return { user_id: id }
})

type Attempt = { id: string; password: string; address: string }

/** Wrong guesses count as failed logins, so that a stolen session cannot be used to find the password. */
async function verifyCurrent(deps: ApiDeps, { id, password, address }: Attempt) {
  return deps.verifyPassword({
    password,
    find: async () => ({ account: { userId: id }, stored: await passwordHashOf(deps.db, id) }),
    address,
    most: deps.settings().MaximumLoginAttempts,
    hasSession: true,
  })
}
