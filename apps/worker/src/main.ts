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
import {
  closeOnSignal,
  type Metrics,
  openClockWatch,
  openLog,
  openMetrics,
  openOps,
  openTracing,
  pickVariables,
  readEnv,
  registerPoolMetrics,
  runMain,
  tracingVariables,
  versionId,
  waitForDependencies,
} from '@posthorn/server'
import { openWorker, type RunningWorker } from './worker.js'

const shape = pickVariables(
  'HOST',
  'OPS_PORT',
  'METRICS_TOKEN',
  'BASE_URL',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'DELIVERY_DAYS',
  'HOOK_RATE',
  'BACKLOG_LIMIT',
  'LOG_LEVEL',
  ...tracingVariables,
)

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

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('worker', env.LOG_LEVEL)
  const metrics = openMetrics()
  const tracing = await openTracing(env, 'worker', log)
  const db = openDb(env.DATABASE_URL, {
    planOnce: true,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectWaiting(env.REDIS_URL)
  registerPoolMetrics(metrics, db.pool)
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
  const postgres = async () => (await dbTrouble(db)) ?? worker?.outage() ?? writeCheck()
  const checks = { redis: () => redisPing(redis), postgres, failed_set: failedSet }
  const clocks = openClockWatch(
    { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    { log, metrics },
  )
  const degraded = { set_aside: () => worker?.setAside(), clock: clocks.trouble }
  const { HOST: host, OPS_PORT: port, METRICS_TOKEN: token } = env
  const ops = await openOps({ log, metrics, checks, degraded, host, port, token, graceMs: 0 })
  const needed = { redis: checks.redis, postgres: () => schemaTrouble(db) }
  const refused = { redis: () => redisUnsupported(redis), postgres: () => dbUnsupported(db) }
  await waitForDependencies({ needed, refused }, log)
  const report = openProcessReport(redis, { name: 'worker', version: versionId })
  const running = await openWorker({
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
  worker = running

  // turn unready · stop consuming and finish the open batches · release connections
  const redisConnection = { close: async () => redis.disconnect() }
  closeOnSignal(
    [
      ops.readiness,
      clocks,
      running,
      tracing,
      report,
      redisConnection,
      { close: () => closeDb(db) },
      ops.server,
    ],
    log,
  )

  ops.begin()
  log.info('ready')
  process.send?.('ready', undefined, undefined, () => {}) // to `npm start`, which may be gone by now
})
