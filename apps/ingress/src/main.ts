import { closeDb, dbTimeMs, dbTrouble, dbUnsupported, openDb, schemaTrouble } from '@posthorn/db'
import {
  connectFailingFast,
  durabilityTrouble,
  openProcessReport,
  redisPing,
  redisTimeMs,
  redisUnsupported,
  replicaTrouble,
  watchLosses,
} from '@posthorn/queue'
import {
  buildServer,
  closeOnSignal,
  listen,
  openClockWatch,
  openLog,
  openMetrics,
  openOps,
  openSecretBox,
  openTracing,
  pickVariables,
  readEnv,
  registerPoolMetrics,
  runMain,
  serverVariables,
  tracingVariables,
  versionId,
  waitForDependencies,
} from '@posthorn/server'
import { type Ingress, openIngress } from './ingress.js'

const shape = pickVariables(
  ...serverVariables,
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'REDIS_REPLICAS',
  'LOG_LEVEL',
  'HOOK_RATE',
  'API_RATE',
  'BASE_URL',
  'BODY_LIMIT',
  'BACKLOG_LIMIT',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'API_URL',
  ...tracingVariables,
)

/** Short because a sender waits for each query. */
const queryTimeoutMs = 2000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('ingress', env.LOG_LEVEL)
  const metrics = openMetrics()
  const tracing = await openTracing(env, 'ingress', log)
  const db = openDb(env.DATABASE_URL, {
    queryTimeoutMs,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectFailingFast(env.REDIS_URL)
  registerPoolMetrics(metrics, db.pool)
  const checks = { redis: () => redisPing(redis) }
  let ingress: Ingress | undefined
  const clocks = openClockWatch(
    { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    { log, metrics },
  )
  const degraded = {
    clock: clocks.trouble,
    postgres: () => dbTrouble(db), // cached hooks work without it for ten minutes
    redis_memory: () => ingress?.backlog.memoryWarning(),
    redis_durability: () => durabilityTrouble(redis),
    redis_replicas: () => replicaTrouble(redis, env.REDIS_REPLICAS),
  }
  const { HOST: host, OPS_PORT: port, METRICS_TOKEN: token } = env
  const ops = await openOps({ log, metrics, checks, degraded, host, port, token })
  const needed = { redis: checks.redis, postgres: () => schemaTrouble(db) }
  const refused = { redis: () => redisUnsupported(redis), postgres: () => dbUnsupported(db) }
  await waitForDependencies({ needed, refused }, log)

  const rates = { hookRate: env.HOOK_RATE, apiRate: env.API_RATE }
  const limits = { bodyLimitBytes: env.BODY_LIMIT, backlogLimit: env.BACKLOG_LIMIT, ...rates }
  const report = openProcessReport(redis, { name: 'ingress', version: versionId })
  const secretBox = openSecretBox(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS)
  const running = await openIngress({
    db,
    redis,
    metrics,
    baseUrl: env.BASE_URL,
    apiUrl: env.API_URL,
    figures: report.figures,
    secretBox,
    log,
    tracing,
    replicas: env.REDIS_REPLICAS,
    ...limits,
  })
  ingress = running
  const app = buildServer(env, { log, ops, strangers: running.strangers })
  running.routes(app)
  await watchLosses(redis, env.REDIS_REPLICAS, losses =>
    log.warn(losses, 'this Redis may lose accepted deliveries'),
  )

  // turn unready · stop accepting · write accepted deliveries · release connections
  const redisConnection = { close: async () => redis.disconnect() }
  closeOnSignal(
    [
      ops.readiness,
      clocks,
      app,
      running,
      tracing,
      report,
      redisConnection,
      { close: () => closeDb(db) },
      ops.server,
    ],
    log,
  )

  await listen(app, env)
  ops.begin()
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
