import {
  closeDb,
  countUnindexed,
  type Db,
  dbTimeMs,
  dbTrouble,
  dbUnsupported,
  openDb,
  openWriteCheck,
  retentionLag,
  schemaTrouble,
} from '@posthorn/db'
import { connectWaiting, openProcessReport, redisPing, redisTimeMs, redisUnsupported } from '@posthorn/queue'
import { type Metrics, runService, versionId } from '@posthorn/server'
import { openWorker, type RunningWorker } from './worker.js'

const variables = [
  'BASE_URL',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'DELIVERY_DAYS',
  'HOOK_RATE',
  'BACKLOG_LIMIT',
] as const

/** More need not be counted for the alert. */
const mostUnindexed = 100_000

function gaugeUnindexed(metrics: Metrics, db: Db): void {
  const help = 'Posts that are not in the index of words yet, at most 100,000.'
  metrics.gauge('posthorn_search_waiting_posts', help, () => countUnindexed(db, mostUnindexed))
}

/** A round of deletion begins every ten minutes, so a higher age than about twenty means that it is late. */
function gaugeRetention(metrics: Metrics, db: Db): void {
  const help = 'Seconds since the last complete deletion of old posts began.'
  metrics.gauge('posthorn_retention_lag_seconds', help, () => retentionLag(db))
}

runService('worker', variables, async (env, { log, metrics, tracing }) => {
  const db = openDb(env.DATABASE_URL, {
    planOnce: true,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectWaiting(env.REDIS_URL)
  let worker: RunningWorker | undefined

  const failed = async () => (await worker?.failed()) ?? 0
  metrics.gauge('posthorn_failed_batches', "Batches in BullMQ's failed set, which should be empty.", failed)
  gaugeUnindexed(metrics, db)
  gaugeRetention(metrics, db)
  const failedSet = async () => {
    const batches = await failed()
    return batches === 0 ? undefined : `${batches} batches in the failed set, which should be empty`
  }
  const writeCheck = openWriteCheck(db)
  const ping = () => redisPing(redis)
  return {
    pool: db.pool,
    clocks: { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    checks: {
      redis: ping,
      postgres: async () => (await dbTrouble(db)) ?? worker?.outage() ?? writeCheck(),
      failed_set: failedSet,
    },
    degraded: { set_aside: () => worker?.setAside() },
    graceMs: 0,
    needed: { redis: ping, postgres: () => schemaTrouble(db) },
    refused: { redis: () => redisUnsupported(redis), postgres: () => dbUnsupported(db) },
    start: async () => {
      const report = openProcessReport(redis, { name: 'worker', version: versionId })
      worker = await openWorker({
        db,
        tracing,
        redis,
        log,
        metrics,
        figures: report.figures,
        baseUrl: env.BASE_URL,
        deliveryDays: env.DELIVERY_DAYS,
        hookRate: env.HOOK_RATE,
        backlogLimit: env.BACKLOG_LIMIT,
      })
      return { work: [worker], report }
    },
    stores: [{ close: async () => redis.disconnect() }, { close: () => closeDb(db) }],
  }
})
