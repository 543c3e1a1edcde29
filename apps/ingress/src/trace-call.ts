import { callerLines, readCallerLines, type TracedSpan, type Tracing } from '@posthorn/server'
import { accept } from './accept.js'
import type { Acceptance, AcceptDeps, HookCall } from './call.js'

const methods = { edit: 'PATCH', delete: 'DELETE' }

/** Accepts a call with a span, which is a child of the caller's and the parent of what the worker does. */
export async function acceptTraced(deps: AcceptDeps, call: HookCall): Promise<Acceptance> {
  const { tracing } = deps
  if (!tracing) return accept(deps, call)
  const { span, end } = traceCall(tracing, call)
  const acceptance = await tracing.within(span, () => accept(deps, call))
  end(acceptance)
  return acceptance
}

/**
 * Begins the span of a call. It is made by hand: the call is handled in one hook, in which Fastify's instrumentation would see
 * nothing.
 */
function traceCall(
  tracing: Tracing,
  call: HookCall,
): { span: TracedSpan; end: (acceptance: Acceptance) => void } {
  const method = call.change ? methods[call.change.kind] : 'POST'
  const { requestId, traceparent: parent } = readCallerLines(call.caller)
  const span = tracing.begin(`${method} /hooks`, { kind: 'server', parent })
  call.caller = callerLines({ requestId, traceparent: span.traceparent })
  const end = ({ outcome, delivery }: Acceptance) => {
    const ids = {
      'posthorn.delivery': delivery,
      'posthorn.hook': call.hookId,
      'posthorn.request': call.requestId,
    }
    const failed = outcome === 'cannot_keep' || outcome === 'cannot_look_up'
    span.end({ ...ids, 'http.request.method': method, 'posthorn.outcome': outcome }, { failed })
  }
  return { span, end }
}
