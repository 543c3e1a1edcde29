import { hash } from 'node:crypto'
import { findHooksByKey, findSession, type Team, teamsOf, type User } from '@posthorn/db'
import { addressKey, type RateLimitStatus, type SlackFailure, slackFailure } from '@posthorn/server'
import { withoutOwnChoice } from '../calls/users/wanted-email.js'
import type { ApiDeps } from '../deps.js'
import { payerOf, scopesOf } from '../http/callers/caller.js'

/** A call of a method. `teamId`: the team whose channels it names. */
export type SlackCall = {
  deps: ApiDeps
  user: User
  teams: Team[]
  teamId: string
  args: Record<string, unknown>
}

type Caller = { user: User; teams: Team[]; scopes: readonly string[]; standing: RateLimitStatus | undefined }

/** Returns the user of an app's token. A hook's key has no right to read. Unknown tokens count against the address. */
export async function findCaller(
  deps: ApiDeps,
  ip: string,
  token: string,
): Promise<Caller | (SlackFailure & { scopes?: never })> {
  if (token === '') return slackFailure('not_authed')
  const session = await findSession(deps.db, token, deps.nowMs())
  if (!session?.isOauth) return notSession(deps, ip, token)
  const payer = payerOf(session)
  const standing = await deps.callLimit(payer.key)
  if (standing?.admitted === false) {
    deps.countLimited('user', payer.userId)
    return { error: 'ratelimited', standing }
  }
  if (!deps.settings().EnableOAuthServiceProvider)
    return slackFailure('access_denied', 'OAuth apps are disabled.')
  const user = withoutOwnChoice(session.user)
  if (user.mustChangePassword)
    return slackFailure('access_denied', 'The user must change the password first.')
  return { user, teams: await teamsOf(deps.db, user.id), scopes: scopesOf(session), standing }
}

async function notSession(deps: ApiDeps, ip: string, token: string): Promise<SlackFailure> {
  const address = addressKey(ip)
  const hooks = await findHooksByKey(deps.db, [hash('sha256', token, 'hex')])
  const limit = hooks.size > 0 ? deps.callLimit : deps.unknownKeyLimit
  const standing = await limit(address)
  if (standing?.admitted === false) {
    deps.countLimited('address', address)
    return { error: 'ratelimited', standing }
  }
  return hooks.size > 0
    ? slackFailure('missing_scope', 'A webhook’s key can only post.', { needed: 'read', provided: 'post' })
    : { error: 'invalid_auth', standing }
}
