import { createSession, findUserToLogIn, isTeamMember, type User } from '@posthorn/db'
import { addressKey, newId, newSecret } from '@posthorn/server'
import { sessionSeconds } from './credentials.js'
import type { ApiDeps } from './deps.js'

/** What a login comes to; the refusals are rows of the table. */
export type Login =
  | { outcome: 'logged_in'; user: User; token: string } // 200
  | { outcome: 'bad_parameter'; detail: string } // 400
  | { outcome: 'blank_password' | 'no_login_id' } // 400
  | ({ outcome: Unproven } & { hasAccount: boolean })

type Unproven =
  | 'wrong_password' // 401
  | 'too_many_attempts' // 401
  | 'inactive_user' // 401
  | 'not_in_team' // 401
  | 'login_closed' // 503
  | 'login_busy' // 503

/**
 * The login request of requirements 2.3, and what spec 4.2 adds: `id` instead of `login_id`, and the device that will
 * keep the token. What is absent or was not a string is absent here.
 */
export type Asked = {
  name?: string
  id?: string
  login_id?: string
  password?: string
  device_id?: string
}

/**
 * Log in (requirements 4.2, spec 15). An unknown user costs as much as a wrong password and is answered the same; all
 * else about the account is told only to who knows its password.
 */
export async function logIn(deps: ApiDeps, asked: Asked, address: string): Promise<Login> {
  const { name = '', id = '', login_id = '', password = '', device_id: deviceId = '' } = asked
  if (name === '' && deps.settings().RequireTeamNameAtLogin)
    return { outcome: 'bad_parameter', detail: "Invalid name parameter: it has to be the team's name." }
  if (password === '') return { outcome: 'blank_password' }
  const loginId = id || login_id
  if (loginId === '') return { outcome: 'no_login_id' }

  const found = await findUserToLogIn(deps.db, id === '' ? { loginId } : { id })
  const hasAccount = found !== undefined
  const proven = await deps.prove({
    password,
    stored: found?.passwordHash,
    attempt: {
      account: found ? { userId: found.user.id } : { loginId },
      address: addressKey(address),
    },
    most: deps.settings().MaximumLoginAttempts,
  })
  if (proven !== 'right') return { outcome: proven, hasAccount }
  if (!found) return { outcome: 'wrong_password', hasAccount } // nobody's password is never right

  const { user } = found
  if (user.deleteAt > 0) return { outcome: 'inactive_user', hasAccount }
  if (name !== '' && !(await isTeamMember(deps.db, user.id, { name })))
    return { outcome: 'not_in_team', hasAccount }
  return { outcome: 'logged_in', user, token: await beginSession(deps, user, deviceId) }
}

const longestDeviceId = 512

async function beginSession({ db, live, nowMs }: ApiDeps, user: User, deviceId: string): Promise<string> {
  const token = newSecret()
  const now = nowMs()
  const ended = await createSession(db, {
    id: newId(),
    token,
    userId: user.id,
    nowMs: now,
    expiresAt: now + sessionSeconds * 1000,
    deviceId: deviceId.slice(0, longestDeviceId),
  })
  ended.forEach(live.sessionEnded)
  return token
}
