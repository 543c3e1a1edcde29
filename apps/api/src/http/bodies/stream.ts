import type { FastifyInstance } from 'fastify'
import type { ApiDeps, ApiServer } from '../../deps.js'
import { sessionDecorator } from '../callers/caller.js'
import { boundBodies } from './unfinished.js'

/** Leaves the bodies of calls without a session that are registered on `app` after this to their handlers, as streams. */
export function streamBodies(app: FastifyInstance, { bodyBudget }: Pick<ApiDeps, 'bodyBudget'>): ApiServer {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.decorateRequest(sessionDecorator)
  const own = app as unknown as ApiServer
  boundBodies(own, bodyBudget)
  return own
}
