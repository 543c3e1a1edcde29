import { findSession, type User } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { clearCookies, tokenOf } from './credentials.js'
import type { ApiDeps, ApiServer } from './deps.js'

const caller = 'caller'

/** Everything registered on `app` after this is for users with a session, which is asked for before anything else. */
export function requireCaller(app: ApiServer, { db, nowMs }: ApiDeps): void {
  app.decorateRequest(caller)
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request)
    const session = token === '' ? undefined : await findSession(db, token, nowMs())
    if (!session) {
      if (token !== '') clearCookies(reply) // it will never work again
      return refuse(reply, 'no_session')
    }
    request.setDecorator(caller, session.user)
  })
}

/**
 * Who makes this call.
 * @throws where `requireCaller` does not hold
 */
export function callerOf(request: FastifyRequest): User {
  return request.getDecorator<User>(caller)
}

export function isSystemAdmin({ roles }: User): boolean {
  return roles.split(' ').includes('system_admin')
}
