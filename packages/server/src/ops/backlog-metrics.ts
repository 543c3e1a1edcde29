import type { Metrics } from './metrics.js'

/** What waits in Redis, as of the last measurement. */
type Reading = {
  deliveries: number
  posts: number
  oldestWaitingMs: { shared: number; flood: number }
  memoryRatio: number | undefined
}

/** Registers metrics of the queue. They are left out while Redis does not respond. */
export function registerBacklog({ gauge, gauges }: Metrics, reading: () => Reading | undefined): void {
  const now = () => known(reading())
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
