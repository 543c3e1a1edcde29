import type { Backlog } from '@posthorn/queue'
import type { Metrics } from '@posthorn/server'

/** Registers metrics of the queue, as of its last measurement. They are left out while Redis does not respond. */
export function registerBacklogMetrics({ gauge, gauges }: Metrics, backlog: Backlog): void {
  const now = () => known(backlog.reading())
  const waiting = 'Stored deliveries without an outcome.'
  const posts = 'Estimated posts of the deliveries without an outcome.'
  const oldest = 'How long the oldest batch of a lane has been waiting for a worker, or 0.'
  const memory = "Share of Redis's memory limit that is in use."
  gauge('posthorn_backlog_deliveries', waiting, () => now().deliveries)
  gauge('posthorn_backlog_posts', posts, () => now().posts)
  gauges('posthorn_backlog_oldest_seconds', oldest, 'lane', () => {
    const { shared, flood } = now().oldestWaitingMs
    return { shared: shared / 1000, flood: flood / 1000 }
  })
  gauge('posthorn_redis_memory_ratio', memory, () => known(now().memoryRatio))
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not known')
  return value
}
