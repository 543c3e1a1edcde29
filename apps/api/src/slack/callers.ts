import { findSession, type Team, teamsOf, type User } from '@posthorn/db'
import type { RateLimitStatus } from '@posthorn/server'
import { withoutOwnChoice } from '../calls/users/wanted-email.js'
import type { ApiDeps } from '../deps.js'
import { payerOf, scopesOf } from '../http/callers/caller.js'
import { type SlackFailure, slackFailure } from './answers.js'
import { hookWithKey } from './senders.js'

/** A call of a method. `teamId`: the team whose channels it names. */
export type SlackCall = {
  deps: ApiDeps
  user: User
  teams: Team[]
  teamId: string
  args: Record<string, unknown>
}

/** `key`: whose limits apply. */
type Caller = {
  user: User
  teams: Team[]
  key: string
  standing: RateLimitStatus | undefined
  error?: never
}

/** `scope`: what the method needs. */
type Asked = { ip: string; token: string; scope: string }

/**
 * Returns the user of an app's token, and counts the call. A hook's key has no right to read. Unknown tokens count against the
 * address.
 */
export async function findCaller(deps: ApiDeps, { ip, token, scope }: Asked): Promise<Caller | SlackFailure> {
  const session = await findSession(deps.db, token, deps.nowMs())
  if (!session?.isOauth) return notSession(deps, ip, token)
  const { key, userId } = payerOf(session)
  const standing = await deps.callLimit(key)
  if (standing?.admitted === false) {
    deps.countLimited('user', userId)
    return { error: 'ratelimited', standing }
  }
  if (!deps.settings().EnableOAuthServiceProvider)
    return slackFailure('access_denied', 'OAuth apps are disabled.')
  const user = withoutOwnChoice(session.user)
  if (user.mustChangePassword)
    return slackFailure('access_denied', 'The user must change the password first.')
  const scopes: readonly string[] = scopesOf(session)
  if (!scopes.includes(scope)) {
    const words = { needed: scope, provided: scopes.join(',') }
    return { ...slackFailure('missing_scope', undefined, words), standing }
  }
  return { user, teams: await teamsOf(deps.db, user.id), key, standing }
}

async function notSession(deps: ApiDeps, ip: string, token: string): Promise<SlackFailure> {
  const isHook = (await hookWithKey(deps, token)) !== undefined
  const standing = await (isHook ? deps.strangers : deps.unknownKeys).count(ip)
  if (standing?.admitted === false) return { error: 'ratelimited', standing }
  return isHook
    ? slackFailure('missing_scope', 'A webhook’s key can only post.', { needed: 'read', provided: 'post' })
    : { error: 'invalid_auth', standing }
}
