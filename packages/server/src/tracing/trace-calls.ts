import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerTrace } from '../http/caller-ids.js'
import type { TracedSpan, Tracing } from './tracing.js'

/**
 * Makes a span of each call of a server, or of the part of it that was registered with `app`. It has the route in place of the
 * URL, which may contain a token, and continues the trace of the call's `traceparent`. Its own replaces that header, so that
 * deliveries that the call sends continue from it.
 */
export function traceCalls(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, TracedSpan>()
  const within = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    return span ? tracing.within(span, work) : work()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request
    const name = routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`
    const span = tracing.begin(name, { kind: 'server', parent: callerTrace(headers) })
    headers.traceparent = span.traceparent
    spans.set(request, span)
    within(request, done)
  })
  app.addHook('preValidation', (request, _reply, done) => within(request, done)) // reading a body leaves the first one
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const facts = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url,
      'http.response.status_code': statusCode,
      'posthorn.request': request.id,
    }
    spans.get(request)?.end(facts, { failed: statusCode >= 500 })
    done()
  })
}
