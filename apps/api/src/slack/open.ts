import { timeOf } from '@posthorn/core'
import {
  type FigureCounter,
  type LimitedCallerCounter,
  type LookupIdempotencyKey,
  mayWait,
  openIdempotency,
  openRefusedCalls,
  type Redis,
} from '@posthorn/queue'
import {
  type BodyBudget,
  type BodyLimits,
  callLog,
  type HookCallCounts,
  type Log,
  type Metrics,
  openBodyBudget,
  registerHookCalls,
} from '@posthorn/server'

/** The methods that senders use. Hooks can call them, too. */
export const sendingMethods = [
  'api.test',
  'auth.test',
  'chat.postMessage',
  'chat.update',
  'chat.delete',
  'chat.getPermalink',
  'files.getUploadURLExternal',
  'files.completeUploadExternal',
  'files.upload',
] as const
export type SendingMethod = (typeof sendingMethods)[number]

/** What only Slack's methods need. */
export type Slack = {
  /** Looks up the delivery that an idempotency key stands for. */
  lookUpKey: LookupIdempotencyKey
  /** Returns whether a delivery of this id may be waiting to be posted. */
  mayWait: (deliveryId: string) => Promise<boolean>
  /** Counts and logs each call that sends, like a call of a hook. */
  counts: HookCallCounts
  /** Counts each call that sends by its method. */
  countMethod: ((method: SendingMethod) => void) | undefined
  /** Bounds their unfinished bodies, which are longer than those of other calls. */
  budget: BodyBudget
  close: () => Promise<unknown>
}

export type SlackMethodOptions = {
  redis: Redis
  prefix: string
  replicas: number | undefined
  log: Log
  metrics: Metrics | undefined
  figures: FigureCounter | undefined
  bodies: BodyLimits | undefined
  countLimited: LimitedCallerCounter['count']
}

/** A delivery's batch is stored at most this long after its id was made. */
const storedWithinMs = 3000

export function openSlackMethods({ redis, prefix, replicas = 0, ...options }: SlackMethodOptions): Slack {
  const { log, metrics, figures, bodies, countLimited } = options
  const refusedCalls = openRefusedCalls(redis, prefix)
  const budget = openBodyBudget(bodies)
  return {
    budget,
    lookUpKey: openIdempotency(redis, prefix, { replicas }),
    mayWait: async id => {
      const waits = mayWait(redis, [{ id, beforeMs: timeOf(id) + storedWithinMs }], prefix)
      return (await waits.catch(() => [true]))[0] === true
    },
    counts: {
      refused: metrics && registerHookCalls(metrics).refused,
      figures,
      countRefused: refusedCalls.count,
      countLimited,
      logCall: callLog(log),
    },
    countMethod: metrics?.counters(
      'posthorn_slack_calls_total',
      "Calls of Slack's Web API that senders make, by method.",
      { label: 'method', values: sendingMethods },
    ),
    close: () => {
      budget.close()
      return refusedCalls.close()
    },
  }
}
