import { calls, type OutputOf } from '@posthorn/contract'
import {
  createSession,
  findUserToLogIn,
  isTeamMember,
  type User,
  type UserWithPassword,
  upgradePasswordHash,
} from '@posthorn/db'
import { addressKey, newId, newSecret } from '@posthorn/server'
import { parse } from 'bowser'
import type { ApiDeps } from '../../deps.js'
import { isPageForm, sessionSeconds, setCookies } from '../../http/callers/credentials.js'
import { serve } from '../../http/serve-calls.js'
import { asOwn, userObject } from '../../objects/user-object.js'
import { refused } from '../../refusals/refused.js'

export const login = serve(calls.login, async ({ deps, body, unreadable, request, reply }) => {
  if (isPageForm(request)) return refused('page_sent_form')
  if (unreadable !== undefined)
    return refused(deps.settings().RequireTeamNameAtLogin ? 'bad_parameter' : 'unreadable_login', unreadable)
  const login = await authenticate(deps, body, {
    address: request.ip,
    userAgent: request.headers['user-agent'],
  })
  const facts = { request_id: request.id, address: request.ip, outcome: login.outcome }
  if (login.outcome !== 'logged_in') {
    deps.log.info({ ...facts, login_id: loginIdToLog(login, body) }, 'failed login')
    return refused(login.outcome, 'detail' in login ? login.detail : '')
  }
  const { user, token } = login
  deps.log.info({ ...facts, user: user.id }, 'login')
  const secure = deps.baseUrlIsHttps || request.protocol === 'https'
  setCookies(reply, { token, userId: user.id, secure })
  reply.header('token', token)
  return userObject(asOwn(user))
})

/** Longer than any user name, id or e-mail address. */
const maxLoggedChars = 128

/** Returns the login id only if such an account exists, because people type passwords into the wrong field. */
function loginIdToLog(login: Login, { id, login_id }: Credentials): string | undefined {
  const hasAccount = 'hasAccount' in login && login.hasAccount
  return hasAccount ? (id || login_id)?.slice(0, maxLoggedChars) : undefined
}

/** The result of a login; the refusals are rows of the table. */
type Login =
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

type Credentials = OutputOf<(typeof calls.login)['body']>

/** The client: its address, and its User-Agent. */
type Asker = { address: string; userAgent: string | undefined }

/**
 * Starts a session for the right password. An unknown user costs as much as a wrong password and gets the same
 * response. Everything else about the account is reported only after the right password.
 */
async function authenticate(
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

/** Limit of a stored User-Agent; those of browsers are shorter. */
const maxReadChars = 512
/** Limit of a name and its version. */
const maxNameChars = 64
const unknown = 'unknown'

/**
 * Returns a session's device from its User-Agent, under the reference server's names: `browser` is a name and a
 * version (`Chrome/130.0.0.0`, `curl/8.5.0`), `os` is `Linux`, `platform` is `desktop`, and anything missing is
 * `unknown`. Empty without a User-Agent. Clients can send any text.
 */
export function deviceOf(userAgent = ''): Record<string, string> {
  const read = userAgent.slice(0, maxReadChars).trim()
  if (read === '') return {}
  const { browser, os, platform } = parse(read)
  const named = browser.name ? `${browser.name}/${browser.version ?? '0.0'}` : firstProductOf(read)
  return { browser: named.slice(0, maxNameChars), os: os.name ?? unknown, platform: platform.type ?? unknown }
}

/** Programs name themselves first; the rest is not needed: `python-requests/2.31 (…)`. */
function firstProductOf(userAgent: string): string {
  return userAgent.split(/[\s(;]/, 1)[0] || unknown
}
