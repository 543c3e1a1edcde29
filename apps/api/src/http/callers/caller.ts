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
