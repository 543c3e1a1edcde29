import { type Log, loggedIds } from '@posthorn/server'
import type { AcceptDeps } from './call.js'

/** Returns what logs each call with its ids and its outcome. Returns undefined unless the log level is debug. */
export function callLog(log: Log | undefined): AcceptDeps['logCall'] {
  if (!log?.isLevelEnabled('debug')) return undefined
  return ({ hookId, requestId, caller }, { outcome, delivery, replayed }) => {
    const ids = loggedIds({ id: delivery, hookId, requestId, caller })
    log.debug({ ...ids, outcome, replayed }, delivery === undefined ? 'call refused' : 'delivery accepted')
  }
}
