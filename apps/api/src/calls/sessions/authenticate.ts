import type { calls, OutputOf } from '@posthorn/contract'
import {
  createSession,
  findUserToLogIn,
  isTeamMember,
  type User,
  type UserWithPassword,
  upgradePasswordHash,
} from '@posthorn/db'
import { addressKey, newId, newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { sessionSeconds } from '../../http/callers/credentials.js'
import { deviceOf } from './device.js'

/** The result of a login; the refusals are rows of the table. */
export type Login =
  | { outcome: 'logged_in'; user: User; token: string } // 200
  | { outcome: 'bad_parameter'; detail: string } // 400
  | { outcome: 'blank_password' | 'no_login_id' | 'no_ldap' } // 400
  | ({ outcome: Unverified } & { hasAccount: boolean })

type Unverified =
  | 'wrong_password' // 401
  | 'too_many_attempts' // 401
  | 'inactive_user' // 401
  | 'not_in_team' // 401
  | 'login_closed' // 503
  | 'login_busy' // 503

export type Credentials = OutputOf<(typeof calls.login)['body']>

/** The client: its address, and its User-Agent. */
export type Asker = { address: string; userAgent: string | undefined }

/**
 * Starts a session for the right password. An unknown user costs as much as a wrong password and gets the same
 * response. Everything else about the account is reported only after the right password.
 */
export async function authenticate(
  deps: ApiDeps,
  given: Credentials,
  { address, userAgent }: Asker,
): Promise<Login> {
  const { name = '', id = '', login_id = '', password, device_id: deviceId = '' } = given
  if (name === '' && deps.settings().RequireTeamNameAtLogin)
    return {
      outcome: 'bad_parameter',
      detail: "Invalid name parameter. The setting RequireTeamNameAtLogin is on, so send the team's name.",
    }
  if (password === '') return { outcome: 'blank_password' }
  const loginId = id || login_id
  if (loginId === '') return { outcome: 'no_login_id' }
  if (given.ldap_only === 'true') return { outcome: 'no_ldap' }

  const lookedUp: { account?: UserWithPassword | undefined } = {}
  const verified = await deps.verifyPassword({
    password,
    find: async () => {
      const account = await findUserToLogIn(deps.db, id === '' ? { loginId } : { id })
      lookedUp.account = account
      return { account: account ? { userId: account.user.id } : { loginId }, stored: account?.passwordHash }
    },
    address: addressKey(address),
    most: deps.settings().MaximumLoginAttempts,
  })
  const found = lookedUp.account
  const hasAccount = found !== undefined
  if (verified.outcome !== 'right') return { outcome: verified.outcome, hasAccount }
  if (!found) return { outcome: 'wrong_password', hasAccount } // without an account, no password is right
  const account = await upgraded(deps, found, verified.upgrade)
  // a concurrent login has upgraded the digest, so this one checks again
  if (!account) return authenticate(deps, given, { address, userAgent })
  const outcome = await closedTo(deps, found.user, name)
  if (outcome) return { outcome, hasAccount }
  const device = { deviceId: deviceId.slice(0, maxDeviceIdChars), props: deviceOf(userAgent) }
  const token = await beginSession(deps, account, device)
  if (token === undefined) return { outcome: 'wrong_password', hasAccount }
  return { outcome: 'logged_in', user: found.user, token }
}

/** Replaces an imported digest. Returns undefined if the password was changed or upgraded meanwhile. */
async function upgraded(
  { db }: ApiDeps,
  account: UserWithPassword,
  upgrade: { from: string; to: string } | undefined,
): Promise<UserWithPassword | undefined> {
  if (!upgrade) return account
  const isDone = await upgradePasswordHash(db, { userId: account.user.id, ...upgrade })
  return isDone ? { ...account, passwordHash: upgrade.to } : undefined
}

/** Returns why a user cannot log in although the password is right. */
async function closedTo(deps: ApiDeps, user: User, team: string) {
  if (user.deleteAt > 0) return 'inactive_user'
  return team !== '' && !(await isTeamMember(deps.db, user.id, { name: team })) ? 'not_in_team' : undefined
}

const maxDeviceIdChars = 512

type Device = { deviceId: string; props: Record<string, string> }

/** Returns undefined if the password or the account's state changed during the verification. */
async function beginSession(
  { db, live, nowMs }: ApiDeps,
  { user, passwordHash }: UserWithPassword,
  device: Device,
): Promise<string | undefined> {
  const token = newSecret()
  const now = nowMs()
  const ended = await createSession(db, {
    id: newId(),
    token,
    userId: user.id,
    passwordHash,
    nowMs: now,
    expiresAt: now + sessionSeconds * 1000,
    ...device,
  })
  ended?.forEach(live.sessionEnded)
  return ended && token
}
