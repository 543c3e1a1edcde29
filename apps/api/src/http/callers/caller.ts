import { type Scope, scopes } from '@posthorn/contract'
import type { LiveSession, User } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'

/** Who makes a call, by which session, and what that is good for. */
export type Caller = { user: User; session: LiveSession; scopes: readonly Scope[] }

/** Where a request keeps its session. */
export const sessionDecorator = 'session'

/** The session that makes this call, if any. */
export function sessionOf(request: FastifyRequest): LiveSession | undefined {
  return request.getDecorator<LiveSession | undefined>(sessionDecorator)
}

/** Undefined where the request has no live session. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  const session = sessionOf(request)
  return session && { user: session.user, session, scopes: scopesOf(session) }
}

/**
 * Who a session's calls count for, `key`, and who is shown where that is too many. That is its user, except for bots and for
 * what an app does for its own owner: all of that together counts for the owner, apart from what the owner does without apps.
 */
export function payerOf({ userId, user, appOwnerId }: LiveSession): { key: string; userId: string } {
  const isOwners = appOwnerId !== null && (user.isBot || appOwnerId === userId)
  return isOwners ? { key: `apps:${appOwnerId}`, userId: appOwnerId } : { key: userId, userId }
}

/** A session of somebody who logged in is good for all that there is; an app's token, for what the app was let do. */
export function scopesOf({ isOauth, scope }: Pick<LiveSession, 'isOauth' | 'scope'>): readonly Scope[] {
  return isOauth ? scopes.filter(one => scope.split(' ').includes(one)) : scopes
}

/** Whether a session may make a call with this scope: `none` is for people only. */
export function hasScope(session: Pick<LiveSession, 'isOauth' | 'scope'>, scope: Scope | 'none'): boolean {
  if (scope === 'none') return !session.isOauth
  const held = scopesOf(session)
  return held.includes(scope) || (scope === 'profile' && held.includes('read'))
}
