import { closeDb, dbTrouble, openDb, schemaTrouble } from '@posthorn/db'
import { connectFailingFast, durabilityGaps, redisPing } from '@posthorn/queue'
import {
  buildApp,
  closeOnSignal,
  listenBacklog,
  openLog,
  openMetrics,
  openOps,
  pickVariables,
  readEnv,
  runMain,
  versionId,
  waitForDependencies,
} from '@posthorn/server'
import { type Ingress, openIngress } from './ingress.js'

const shape = pickVariables(
  'HOST',
  'PORT',
  'OPS_PORT',
  'BASE_URL',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'REDIS_URL',
  'LOG_LEVEL',
  'HOOK_RATE',
  'BODY_LIMIT',
  'BACKLOG_LIMIT',
  'TRUST_PROXY',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
)

/** A sender is waiting for what this process asks Postgres. */
const queryTimeoutMs = 2000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('ingress', env.LOG_LEVEL)
  const metrics = openMetrics()
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  const redis = connectFailingFast(env.REDIS_URL)
  const checks = { redis: () => redisPing(redis) }
  let ingress: Ingress | undefined
  const degraded = {
    postgres: () => dbTrouble(db), // known hooks are taken for ten minutes without it
    redis_memory: () => ingress?.backlog.memoryWarning(),
  }
  const { HOST: host, OPS_PORT: port, METRICS_TOKEN: token } = env
  const ops = await openOps({ log, metrics, checks, degraded, host, port, token })
  await waitForDependencies({ redis: checks.redis, postgres: () => schemaTrouble(db) }, log)

  const limits = { bodyLimitBytes: env.BODY_LIMIT, hookRate: env.HOOK_RATE, backlogLimit: env.BACKLOG_LIMIT }
  const running = await openIngress({ db, redis, metrics, log, ...limits })
  ingress = running
  const baseUrlIsHttps = env.BASE_URL?.startsWith('https:') ?? false
  const { stopping } = ops
  const app = buildApp({
    log,
    versionId,
    trustProxy: env.TRUST_PROXY,
    stopping,
    baseUrlIsHttps,
    connectionLimits: { inAll: env.MAX_CONNECTIONS, perAddress: env.MAX_CONNECTIONS_PER_ADDRESS },
  })
  running.routes(app)
  ops.routesOn(app)
  const weaker = await durabilityGaps(redis)
  if (weaker.length > 0) log.warn({ weaker }, 'this Redis makes ok mean less than kept')

  // unready · stop taking in · write what was taken · let go
  const letGo = { close: async () => redis.disconnect() }
  closeOnSignal([ops.readiness, app, running, letGo, { close: () => closeDb(db) }, ops.server], log)

  await app.listen({ host: env.HOST, port: env.PORT, backlog: listenBacklog })
  ops.begin(weaker)
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
