import { callerIdsIn, type Log, readCallerLines } from '@posthorn/server'
import type { ApiServer } from '../deps.js'

/** Logs each call with the caller's own X-Request-Id and trace, if the log level is debug. Never its URL, which may contain a token. */
export function logCalls(app: ApiServer, log: Log): void {
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', async (request, reply) => {
    const { id, method, headers, routeOptions } = request
    const { requestId: caller_request_id, traceId: trace_id } = readCallerLines(callerIdsIn(headers))
    const ids = { request_id: id, caller_request_id, trace_id }
    const duration_ms = Math.round(reply.elapsedTime)
    log.debug({ ...ids, method, route: routeOptions.url, status: reply.statusCode, duration_ms }, 'call')
  })
}
