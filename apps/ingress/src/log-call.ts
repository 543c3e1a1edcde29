import { type Log, readCallerLines } from '@posthorn/server'
import type { AcceptDeps } from './call.js'

/** Returns what logs each call with its ids and its outcome. Returns undefined unless the log level is debug. */
export function callLog(log: Log | undefined): AcceptDeps['logCall'] {
  if (!log?.isLevelEnabled('debug')) return undefined
  return ({ hookId, requestId, caller }, { outcome, delivery, replayed }) => {
    const { requestId: caller_request_id, traceId: trace_id } = readCallerLines(caller)
    const ids = { delivery, hook: hookId, request_id: requestId, caller_request_id, trace_id }
    log.debug({ ...ids, outcome, replayed }, delivery === undefined ? 'call refused' : 'delivery accepted')
  }
}
