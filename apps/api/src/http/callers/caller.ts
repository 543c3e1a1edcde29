import type { LiveSession, User } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'

/** What a session may be good for. A session of somebody who logged in is good for all. */
export const scopes = ['read', 'post', 'manage'] as const
export type Scope = (typeof scopes)[number]

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
  return session && { user: session.user, session, scopes }
}
