import type { Backlog } from '@posthorn/queue'
import type { Metrics } from '@posthorn/server'

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
