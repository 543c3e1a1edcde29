import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { leaveRestUnread, limitBodies, openBodyBytes } from '../body-limits.js'
import { boundBodies } from '../bounded-bodies.js'
import { countAnswers, identifyCaller } from '../caller.js'
import { channelCalls } from '../calls/channels/index.js'
import { deliveryCalls } from '../calls/deliveries/index.js'
import { hookCalls } from '../calls/hooks/index.js'
import { postCalls } from '../calls/posts/index.js'
import { sessionCalls } from '../calls/sessions/index.js'
import { systemCalls } from '../calls/system/index.js'
import { teamCalls } from '../calls/teams/index.js'
import { userCalls } from '../calls/users/index.js'
import type { ApiDeps } from '../deps.js'
import { basePathOf } from '../document/base-path.js'
import { documentOptions } from '../document/document.js'
import { explain } from '../explain.js'
import { serveCalls } from '../http/serve-calls.js'
import { readJson } from '../json.js'
import { unknownCalls } from '../unknown-calls.js'
import { documentRoutes } from './document.js'
import { websocketRoutes } from './websocket.js'

/** The calls below /api/v3. They share one Fastify with the ingress, so all that they need stays in this plugin. */
export function apiRoutes(deps: ApiDeps): FastifyPluginAsyncZod {
  return async api => {
    api.setValidatorCompiler(validatorCompiler)
    api.setSerializerCompiler(serializerCompiler)
    api.setErrorHandler(explain)
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
    websocketRoutes(api, deps)
    await documentRoutes(api, deps)
    serveCalls(api, deps, [
      ...systemCalls,
      ...sessionCalls,
      ...userCalls,
      ...teamCalls,
      ...channelCalls,
      ...postCalls,
      ...hookCalls,
      ...deliveryCalls,
    ])
  }
}
