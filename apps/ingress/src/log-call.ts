import { type Log, loggedIds } from '@posthorn/server'
import type { AcceptDeps } from './call.js'

/** Lines about refused calls of one cause. Further calls are counted, so that a flood cannot fill the disk. */
const linesPerMinute = 10
const minuteMs = 60_000

type Line = (facts: object, message: string) => void
type CallLog = { isLevelEnabled: Log['isLevelEnabled']; info: Line; debug: Line }

/**
 * Returns what logs calls with their ids and outcomes: at `info` a sample of the refused ones, at `debug` each. Returns undefined at
 * other levels.
 */
export function callLog(log: CallLog | undefined, nowMs = Date.now): AcceptDeps['logCall'] {
  if (!log?.isLevelEnabled('info')) return undefined
  const isDebug = log.isLevelEnabled('debug')
  const sample = openSample(nowMs)
  return ({ hookId, requestId, caller, address }, { outcome, delivery, replayed }, isRefused) => {
    if (!isRefused && !isDebug) return
    const facts = { ...loggedIds({ id: delivery, hookId, requestId, caller }), outcome, replayed }
    const { isLogged, unlogged } = isRefused ? sample(outcome) : never
    if (isLogged) log.info({ ...facts, address, unlogged }, 'call refused')
    else log.debug(facts, isRefused ? 'call refused' : 'delivery accepted')
  }
}

const never = { isLogged: false, unlogged: undefined }

/** Counts the lines of each cause. `unlogged`: calls of this cause since its last line that have none. */
function openSample(nowMs: () => number) {
  const causes = new Map<string, { minute: number; lines: number; unlogged: number }>()
  return (cause: string): { isLogged: boolean; unlogged: number | undefined } => {
    const minute = Math.floor(nowMs() / minuteMs)
    const known = causes.get(cause) ?? { minute, lines: 0, unlogged: 0 }
    const lines = known.minute === minute ? known.lines : 0
    const isLogged = lines < linesPerMinute
    causes.set(cause, { minute, lines: lines + 1, unlogged: isLogged ? 0 : known.unlogged + 1 })
    return { isLogged, unlogged: known.unlogged || undefined }
  }
}
