import { createSession, findUserToLogIn, isTeamMember, type User } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { sessionSeconds } from './credentials.js'
import type { ApiDeps } from './deps.js'

/** What a login comes to; the refusals are rows of the table. */
export type Login =
  | { outcome: 'logged_in'; user: User; token: string } // 200
  | { outcome: 'bad_parameter'; detail: string } // 400
  | { outcome: 'blank_password' } // 400
  | { outcome: 'wrong_password' | 'inactive_user' | 'not_in_team' } // 401

/** The login request of requirements 2.3; what is absent or was not a string is absent here. */
export type Asked = { name?: string; login_id?: string; password?: string }

/**
 * Log in (requirements 4.2, spec 15). An unknown user costs as much as a wrong password and is answered the same; all
 * else about the account is told only to who knows its password.
 */
export async function logIn(deps: ApiDeps, asked: Asked): Promise<Login> {
  const { name = '', login_id: loginId = '', password = '' } = asked
  if (name === '' && deps.settings().RequireTeamNameAtLogin) return missing('name', "the team's name")
  if (password === '') return { outcome: 'blank_password' }
  if (loginId === '') return missing('login_id', 'a user name or an e-mail address')

  const found = await findUserToLogIn(deps.db, loginId)
  const isPassword = await deps.isPassword(password, found?.passwordHash)
  if (!found || !isPassword) return { outcome: 'wrong_password' }

  const { user } = found
  if (user.deleteAt > 0) return { outcome: 'inactive_user' }
  if (name !== '' && !(await isTeamMember(deps.db, user.id, { name }))) return { outcome: 'not_in_team' }
  return { outcome: 'logged_in', user, token: await beginSession(deps, user) }
}

function missing(parameter: string, what: string): Login {
  return { outcome: 'bad_parameter', detail: `Invalid ${parameter} parameter: it has to be ${what}.` }
}

async function beginSession({ db, nowMs }: ApiDeps, user: User): Promise<string> {
  const token = newSecret()
  const now = nowMs()
  const expiresAt = now + sessionSeconds * 1000
  await createSession(db, { id: newId(), token, userId: user.id, nowMs: now, expiresAt })
  return token
}
