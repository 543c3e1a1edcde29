import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { servedCalls } from '../calls/index.js'
import type { ApiDeps } from '../deps.js'
import { liveRoute } from '../live/route.js'
import { basePathOf } from '../openapi/base-path.js'
import { documentOptions } from '../openapi/document.js'
import { documentRoutes } from '../openapi/routes.js'
import { leaveRestUnread, limitBodies, openBodyBytes } from './body-limits.js'
import { boundBodies } from './bounded-bodies.js'
import { errorHandler } from './error-handler.js'
import { countAnswers, identifyCaller } from './identify-caller.js'
import { readJson } from './read-json.js'
import { serveCalls } from './serve-calls.js'
import { unknownCalls } from './unknown-calls.js'

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
    liveRoute(api, deps)
    await documentRoutes(api, deps)
    serveCalls(api, deps, servedCalls)
  }
}
