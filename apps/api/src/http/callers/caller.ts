import { type Scope, scopes } from '@posthorn/contract'
import type { LiveSession, User } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'

/** The user who makes a call, the session, and its scopes. */
export type Caller = { user: User; session: LiveSession; scopes: readonly Scope[] }

/** Where a request stores its session. */
export const sessionDecorator = 'session'

/** Returns the session that makes this call, if any. */
export function sessionOf(request: FastifyRequest): LiveSession | undefined {
  return request.getDecorator<LiveSession | undefined>(sessionDecorator)
}

/** Returns undefined if the request has no valid session. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  const session = sessionOf(request)
  return session && { user: session.user, session, scopes: scopesOf(session) }
}

/**
 * Returns the `key` that a session's calls count against, and the user shown in reports of rate-limited callers: its
 * user. Bots, and calls that an app makes for its own owner, count together for the owner, separately from the
 * owner's own calls.
 */
export function payerOf({ userId, user, appOwnerId }: LiveSession): { key: string; userId: string } {
  const isOwners = appOwnerId !== null && (user.isBot || appOwnerId === userId)
  return isOwners ? { key: `apps:${appOwnerId}`, userId: appOwnerId } : { key: userId, userId }
}

/** A person's session has all scopes; an app's token has those that were granted. */
export function scopesOf({ isOauth, scope }: Pick<LiveSession, 'isOauth' | 'scope'>): readonly Scope[] {
  return isOauth ? scopes.filter(one => scope.split(' ').includes(one)) : scopes
}

/** Checks whether a session may make a call with this scope: `none` is for people only. */
export function hasScope(session: Pick<LiveSession, 'isOauth' | 'scope'>, scope: Scope | 'none'): boolean {
  if (scope === 'none') return !session.isOauth
  const held = scopesOf(session)
  return held.includes(scope) || (scope === 'profile' && held.includes('read'))
}
