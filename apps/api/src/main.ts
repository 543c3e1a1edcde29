import { closeDb, dbTimeMs, dbTrouble, dbUnsupported, openDb, schemaTrouble } from '@posthorn/db'
import {
  connectFailingFast,
  durabilityTrouble,
  openProcessReport,
  redisTimeMs,
  redisUnsupported,
  replicaTrouble,
  watchLosses,
} from '@posthorn/queue'
import {
  buildServer,
  closeOnSignal,
  fileVariables,
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
import { openApi } from './api.js'
import { filesIn } from './files/files-in.js'
import { builtConsole } from './http/console.js'
import { mailServerOf } from './mail/mail-server.js'

const shape = pickVariables(
  ...serverVariables,
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'REDIS_REPLICAS',
  'LOG_LEVEL',
  'API_RATE',
  'HOOK_RATE',
  'HOOK_CONFIRM',
  'DELIVERY_DAYS',
  'BODY_LIMIT',
  'BACKLOG_LIMIT',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'SMTP_URL',
  'MAIL_FROM',
  ...fileVariables,
  ...tracingVariables,
)

/** Short, because somebody is waiting for a screen while this process queries Postgres. */
const queryTimeoutMs = 5000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('api', env.LOG_LEVEL)
  const metrics = openMetrics()
  const tracing = await openTracing(env, 'api', log)
  const files = await filesIn(env)
  const db = openDb(env.DATABASE_URL, {
    queryTimeoutMs,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectFailingFast(env.REDIS_URL) // not awaited: without it nobody can log in, and everything else works
  registerPoolMetrics(metrics, db.pool)
  const checks = { postgres: () => dbTrouble(db) }
  const clocks = openClockWatch(
    { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    { log, metrics },
  )
  const degraded = {
    clock: clocks.trouble,
    redis: () => redisUnsupported(redis),
    redis_durability: () => durabilityTrouble(redis),
    redis_replicas: () => replicaTrouble(redis, env.REDIS_REPLICAS), // replays are deliveries
    files: () => files?.storage.trouble?.(),
  }
  const { HOST: host, OPS_PORT: port, METRICS_TOKEN: token } = env
  const ops = await openOps({ log, metrics, checks, degraded, host, port, token })
  const refused = { redis: degraded.redis, postgres: () => dbUnsupported(db) }
  await waitForDependencies({ needed: { postgres: () => schemaTrouble(db) }, refused }, log)

  const report = openProcessReport(redis, { name: 'api', version: versionId })
  const api = await openApi({
    db,
    redis,
    log,
    metrics,
    tracing,
    figures: report.figures,
    apiRate: env.API_RATE,
    hookRate: env.HOOK_RATE,
    hookConfirm: env.HOOK_CONFIRM,
    deliveryDays: env.DELIVERY_DAYS,
    backlogLimit: env.BACKLOG_LIMIT,
    replicas: env.REDIS_REPLICAS,
    bodyLimitBytes: env.BODY_LIMIT,
    baseUrl: env.BASE_URL,
    secretBox: openSecretBox(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS),
    consoleFolder: builtConsole,
    mailServer: mailServerOf(env.SMTP_URL, env.MAIL_FROM, log),
    files,
  })
  const app = buildServer(env, { log, ops, strangers: api.strangers })
  api.routes(app)

  // report unready · stop accepting · release connections
  const letGo = { close: async () => redis.disconnect() }
  closeOnSignal(
    [ops.readiness, clocks, app, api, tracing, report, letGo, { close: () => closeDb(db) }, ops.server],
    log,
  )

  await listen(app, env)
  ops.begin()
  await watchLosses(redis, env.REDIS_REPLICAS, losses =>
    log.warn(losses, 'this Redis may lose accepted deliveries'),
  )
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
