import type { Backlog } from '@posthorn/queue'
import { type HookRefusal, hookRefusals, type Metrics } from '@posthorn/server'

/** Told of what the ingress does, for /metrics. */
export type IngressCounts = {
  /** A call was answered with this refusal. */
  refused: (refusal: HookRefusal | 'limited') => void
  /** Redis has answered one write of so many deliveries. */
  stored: (deliveries: number, ms: number) => void
}

const refusals = [...(Object.keys(hookRefusals) as HookRefusal[]), 'limited'] as const

/** From a Redis beside us to one whose disk is busy; at three seconds a write is given up. */
const writeSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

export function registerIngressMetrics(metrics: Metrics): IngressCounts {
  const accepted = metrics.counter(
    'posthorn_deliveries_accepted_total',
    'Deliveries that are kept: Redis has them on its disk.',
  )
  const refused = metrics.counters(
    'posthorn_calls_refused_total',
    'Calls of hooks that were answered with a refusal, by its reason; limited: over the rate.',
    { label: 'reason', values: refusals },
  )
  const wrote = metrics.histogram(
    'posthorn_redis_write_seconds',
    'How long a write of gathered deliveries took until Redis had it on its disk.',
    writeSeconds,
  )
  return {
    refused,
    stored: (deliveries, ms) => {
      accepted(deliveries)
      wrote(ms / 1000)
    },
  }
}

/** What waits in the queue, as it was at the last look; left out while Redis does not answer. */
export function registerBacklogMetrics(metrics: Metrics, backlog: Backlog): void {
  const now = () => known(backlog.reading())
  metrics.gauge(
    'posthorn_backlog_deliveries',
    'Deliveries that are kept and have no outcome yet.',
    () => now().deliveries,
  )
  metrics.gauge(
    'posthorn_backlog_posts',
    'About how many posts the deliveries become that have no outcome yet.',
    () => now().posts,
  )
  metrics.gauges(
    'posthorn_backlog_oldest_seconds',
    'How long the oldest batch of a lane has been waiting for a worker; 0 when none waits.',
    'lane',
    () => {
      const { shared, flood } = now().oldestWaitingMs
      return { shared: shared / 1000, flood: flood / 1000 }
    },
  )
  metrics.gauge('posthorn_redis_memory_ratio', 'Of the memory that Redis may use, how much it does.', () =>
    known(now().memoryRatio),
  )
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not known')
  return value
}
