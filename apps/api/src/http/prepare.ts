import cookie from '@fastify/cookie'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiDeps, ApiServer } from '../deps.js'
import { errorHandler } from './answers/error-handler.js'
import { leaveRestUnread, limitBodies, openBodyBytes } from './bodies/limits.js'
import { boundBodies } from './bodies/unfinished.js'
import { identifyCaller } from './callers/identify.js'

/**
 * Prepares every call: identifies its caller, limits its body, and forbids caching. Body parsing is set up before.
 */
export async function prepareCalls(app: ApiServer, deps: ApiDeps): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  limitBodies(app, openBodyBytes)
  boundBodies(app, deps.bodyBudget)
  leaveRestUnread(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') reply.header('expires', '0')
    reply.header('cache-control', 'no-store') // answers are for one caller only
  })
  await app.register(cookie)
  identifyCaller(app, deps)
}
