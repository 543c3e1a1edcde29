import cookie from '@fastify/cookie'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiDeps, ApiServer } from '../deps.js'
import { errorHandler } from './answers/error-handler.js'
import { leaveRestUnread, limitBodies, openBodyBytes } from './bodies/limits.js'
import { boundBodies } from './bodies/unfinished.js'
import { identifyCaller } from './callers/identify.js'

/** What every call needs: it is known whose it is, its body is bounded, and nobody keeps a copy of its answer. How bodies are read comes before. */
export async function prepareCalls(app: ApiServer, deps: ApiDeps): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  limitBodies(app, openBodyBytes)
  boundBodies(app, deps.bodyBudget)
  leaveRestUnread(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET') reply.header('expires', '0')
    reply.header('cache-control', 'no-store') // of what one caller is told nobody keeps a copy
  })
  await app.register(cookie)
  identifyCaller(app, deps)
}
