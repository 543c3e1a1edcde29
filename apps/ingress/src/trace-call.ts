import { callerLines, readCallerLines, type Tracing } from '@posthorn/server'
import { accept } from './accept.js'
import type { Acceptance, AcceptDeps, HookCall } from './call.js'

const methods = { edit: 'PATCH', delete: 'DELETE' }

/**
 * Accepts a call with a span, which is a child of the caller's and the parent of what the worker does. It is made by hand: the call is
 * handled in one hook, in which Fastify's instrumentation would see nothing.
 */
export async function acceptTraced(deps: AcceptDeps, tracing: Tracing, call: HookCall): Promise<Acceptance> {
  const method = call.change ? methods[call.change.kind] : 'POST'
  const { requestId, traceparent: parent } = readCallerLines(call.caller)
  const span = tracing.begin(`${method} /hooks`, { kind: 'server', parent })
  call.caller = callerLines({ requestId, traceparent: span.traceparent })
  const acceptance = await tracing.within(span, () => accept(deps, call))
  const { outcome, delivery } = acceptance
  const facts = {
    'posthorn.delivery': delivery,
    'posthorn.hook': call.hookId,
    'posthorn.request': call.requestId,
    'http.request.method': method,
    'posthorn.outcome': outcome,
  }
  span.end(facts, { failed: outcome === 'cannot_keep' || outcome === 'cannot_look_up' })
  return acceptance
}
