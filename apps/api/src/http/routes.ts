import swagger from '@fastify/swagger'
import { callerIdsIn, type Log, readCallerLines } from '@posthorn/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { servedCalls } from '../calls/index.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { liveRoutes } from '../live/route.js'
import { documentOptions } from '../openapi/document.js'
import { documentRoutes } from '../openapi/routes.js'
import { refuseAbsentCalls } from './answers/absent-calls.js'
import { compressAnswers } from './answers/compress.js'
import { unknownCalls } from './answers/unknown-calls.js'
import { readJson } from './bodies/read-json.js'
import { countAnswers } from './callers/identify.js'
import { prepareCalls } from './prepare.js'
import { serveCalls } from './serve-calls.js'

/** The calls below /api/v3. They share one Fastify with the ingress, so everything they need stays in this plugin. */
export function apiRoutes(deps: ApiDeps): FastifyPluginAsyncZod {
  return async api => {
    readJson(api)
    logCalls(api, deps.log)
    await prepareCalls(api, deps)
    countAnswers(api, deps)
    compressAnswers(api) // after the count, which is of the answers themselves
    unknownCalls(api)
    refuseAbsentCalls(api)
    await api.register(swagger, documentOptions())
    liveRoutes(api, deps)
    await documentRoutes(api)
    serveCalls(
      api,
      deps,
      servedCalls.filter(({ call }) => !call.parts),
    )
    await api.register(async uploads => {
      uploads.removeAllContentTypeParsers()
      uploads.addContentTypeParser('*', (_request, body, done) => done(null, body)) // the handler reads it
      serveCalls(
        uploads as ApiServer,
        deps,
        servedCalls.filter(({ call }) => call.parts),
      )
    })
  }
}

/** Logs each call with the caller's own X-Request-Id and trace, if the log level is debug. Never its URL, which may contain a token. */
function logCalls(app: ApiServer, log: Log): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', async (request, reply) => {
    const { id, method, headers, routeOptions } = request
    const { requestId: caller_request_id, traceId: trace_id } = readCallerLines(callerIdsIn(headers))
    const ids = { request_id: id, caller_request_id, trace_id }
    const duration_ms = Math.round(reply.elapsedTime)
    log.debug({ ...ids, method, route: routeOptions.url, status: reply.statusCode, duration_ms }, 'call')
  })
}
