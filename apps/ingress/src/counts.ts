import type { Backlog } from '@posthorn/queue'
import { type HookRefusal, hookRefusals, type Metrics } from '@posthorn/server'
import { type SlackMethod, slackMethods } from './slack/methods.js'

/** Counts the ingress's work for /metrics. */
export type IngressCounts = {
  /** Counts a call that was refused for this reason. */
  refused: (refusal: HookRefusal | 'limited') => void
  /** Counts a call of Slack's API. */
  slackCall: (method: SlackMethod) => void
  /** Counts a write to Redis by its deliveries and its duration. */
  stored: (deliveries: number, ms: number) => void
}

const refusals = [...(Object.keys(hookRefusals) as HookRefusal[]), 'limited'] as const

/** From a local Redis to one whose disk is busy. A write times out after 3 s. */
const writeSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

export function registerIngressMetrics(metrics: Metrics): IngressCounts {
  const accepted = metrics.counter(
    'posthorn_deliveries_accepted_total',
    'Deliveries that Redis has stored on its disk.',
  )
  const refused = metrics.counters(
    'posthorn_calls_refused_total',
    'Refused calls of hooks, by reason. limited: over the rate.',
    { label: 'reason', values: refusals },
  )
  const slackCall = metrics.counters(
    'posthorn_slack_calls_total',
    "Calls of Slack's Web API that senders make, by method.",
    { label: 'method', values: slackMethods },
  )
  const wrote = metrics.histogram(
    'posthorn_redis_write_seconds',
    'How long it took until Redis had a batch of deliveries on its disk.',
    writeSeconds,
  )
  return {
    refused,
    slackCall,
    stored: (deliveries, ms) => {
      accepted(deliveries)
      wrote(ms / 1000)
    },
  }
}

/** Registers metrics of the queue, as of its last measurement. They are left out while Redis does not respond. */
export function registerBacklogMetrics(metrics: Metrics, backlog: Backlog): void {
  const now = () => known(backlog.reading())
  metrics.gauge(
    'posthorn_backlog_deliveries',
    'Stored deliveries without an outcome.',
    () => now().deliveries,
  )
  metrics.gauge(
    'posthorn_backlog_posts',
    'Estimated posts of the deliveries without an outcome.',
    () => now().posts,
  )
  metrics.gauges(
    'posthorn_backlog_oldest_seconds',
    'How long the oldest batch of a lane has been waiting for a worker, or 0.',
    'lane',
    () => {
      const { shared, flood } = now().oldestWaitingMs
      return { shared: shared / 1000, flood: flood / 1000 }
    },
  )
  metrics.gauge('posthorn_redis_memory_ratio', "Share of Redis's memory limit that is in use.", () =>
    known(now().memoryRatio),
  )
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not known')
  return value
}
