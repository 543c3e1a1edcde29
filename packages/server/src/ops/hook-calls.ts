import { loggedIds } from '../http/caller-ids.js'
import type { Log } from '../process/log.js'
import { type HookRefusal, hookRefusals } from '../refusals/hooks.js'
import type { Metrics } from './metrics.js'

/** A call on behalf of a hook, or of a user with a token. */
export type HookCaller = {
  hookId?: string | undefined
  ownerId?: string | undefined
  address: string
  requestId: string
  caller?: string | undefined
}

/** What became of it. `byAddress`: its address is over its rate, not its hook. `sample`: JSON that nothing could read. */
export type HookCallResult = {
  outcome: HookRefusal | 'limited' | 'accepted' | 'connected' | 'posted' | 'queued'
  delivery?: string | undefined
  replayed?: boolean | undefined
  detail?: string | undefined
  sample?: string | undefined
  byAddress?: boolean | undefined
}

/** What reports calls: metrics, figures of minutes, and counts for owners and administrators. */
export type HookCallCounts = {
  refused?: ((refusal: HookRefusal | 'limited') => void) | undefined
  figures?: { accepted: () => void; refused: (cause: string) => void } | undefined
  countRefused: (
    hook: { hookId: string; ownerId?: string | undefined },
    refused: { cause: string; detail: string; requestId: string },
    sample?: string,
  ) => void
  countLimited: (kind: 'hook' | 'address', id: string) => void
  logCall?: LogCall | undefined
}

/** Counts and logs a call that was accepted or refused. */
export function countHookCall(counts: HookCallCounts, call: HookCaller, result: HookCallResult): void {
  const { outcome, delivery, replayed } = result
  const isAccepted =
    outcome === 'accepted' || outcome === 'connected' || outcome === 'posted' || outcome === 'queued'
  // a delivery was stored, which a worker rejected or will post
  const isStored = delivery !== undefined && outcome !== 'cannot_keep'
  if (!isAccepted) countRefusal(counts, call, { ...result, outcome }, isStored)
  if ((isAccepted || isStored) && !replayed) counts.figures?.accepted()
  counts.logCall?.(call, result, !isAccepted && !isStored)
}

/** A delivery that a worker rejects is in the hook's history, so only others are counted there. */
function countRefusal(
  { refused, countRefused, countLimited, figures }: HookCallCounts,
  { hookId, ownerId, requestId }: HookCaller,
  { outcome, detail = '', sample, byAddress }: HookCallResult & { outcome: HookRefusal | 'limited' },
  isStored: boolean,
) {
  refused?.(outcome)
  if (outcome === 'limited' && hookId !== undefined && !byAddress) countLimited('hook', hookId)
  if (isStored) return
  figures?.refused(outcome)
  if (hookId !== undefined) countRefused({ hookId, ownerId }, { cause: outcome, detail, requestId }, sample)
}

/** From a local Redis to one whose disk is busy. A write times out after 3 s. */
const writeSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/** Registers what /metrics shows of calls and deliveries. Ingress and api share it in one process. */
export function registerHookCalls(metrics: Metrics) {
  const accepted = metrics.counter(
    'posthorn_deliveries_accepted_total',
    'Deliveries that Redis has stored on its disk.',
  )
  const wrote = metrics.histogram(
    'posthorn_redis_write_seconds',
    'How long it took until Redis had a batch of deliveries on its disk.',
    writeSeconds,
  )
  return {
    /** Counts a call that was refused for this reason. */
    refused: metrics.counters(
      'posthorn_calls_refused_total',
      'Refused calls of hooks, by reason. limited: over the rate.',
      { label: 'reason', values: [...(Object.keys(hookRefusals) as HookRefusal[]), 'limited' as const] },
    ),
    /** Counts a write to Redis by its deliveries and its duration. */
    stored: (deliveries: number, ms: number) => {
      accepted(deliveries)
      wrote(ms / 1000)
    },
  }
}

/** Logs a call. `isRefused`: it became no delivery. `outcome`: also an error of Slack's API. */
export type LogCall = (
  call: HookCaller,
  result: { outcome: string; delivery?: string | undefined; replayed?: boolean | undefined },
  isRefused: boolean,
) => void

/** Lines about refused calls of one cause. Further calls are counted, so that a flood cannot fill the disk. */
const linesPerMinute = 10
const minuteMs = 60_000

type Line = (facts: object, message: string) => void
type Lines = { isLevelEnabled: Log['isLevelEnabled']; info: Line; debug: Line }

/**
 * Returns what logs calls with their ids and outcomes: at `info` a sample of the refused ones, at `debug` each. Returns undefined at
 * other levels.
 */
export function callLog(log: Lines | undefined, nowMs = Date.now): LogCall | undefined {
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
