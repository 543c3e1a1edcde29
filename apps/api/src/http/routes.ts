import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { servedCalls } from '../calls/index.js'
import type { ApiDeps } from '../deps.js'
import { liveRoutes } from '../live/route.js'
import { basePathOf } from '../openapi/base-path.js'
import { documentOptions } from '../openapi/document.js'
import { documentRoutes } from '../openapi/routes.js'
import { errorHandler } from './answers/error-handler.js'
import { unknownCalls } from './answers/unknown-calls.js'
import { leaveRestUnread, limitBodies, openBodyBytes } from './bodies/limits.js'
import { readJson } from './bodies/read-json.js'
import { boundBodies } from './bodies/unfinished.js'
import { countAnswers, identifyCaller } from './callers/identify.js'
import { serveCalls } from './serve-calls.js'

/** The calls below /api/v3. They share one Fastify with the ingress, so all that they need stays in this plugin. */
export function apiRoutes(deps: ApiDeps): FastifyPluginAsyncZod {
  return async api => {
    api.setValidatorCompiler(validatorCompiler)
    api.setSerializerCompiler(serializerCompiler)
    api.setErrorHandler(errorHandler)
    readJson(api)
    limitBodies(api, openBodyBytes)
    boundBodies(api)
    leaveRestUnread(api)
    api.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET') reply.header('expires', '0')
      reply.header('cache-control', 'no-store') // of what one caller is told nobody keeps a copy
    })
    await api.register(cookie)
    identifyCaller(api, deps)
    countAnswers(api, deps)
    unknownCalls(api)
    await api.register(swagger, documentOptions(basePathOf(deps.baseUrl)))
    liveRoutes(api, deps)
    await documentRoutes(api, deps)
    serveCalls(api, deps, servedCalls)
  }
}
