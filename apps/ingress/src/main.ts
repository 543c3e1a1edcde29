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
import { buildServer, listen, openSecretBox, runService, serverVariables, versionId } from '@posthorn/server'
import { type Ingress, openIngress } from './ingress.js'

const variables = [
  ...serverVariables,
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'REDIS_REPLICAS',
  'HOOK_RATE',
  'API_RATE',
  'BODY_LIMIT',
  'BACKLOG_LIMIT',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'API_URL',
] as const

/** Short because a sender waits for each query. */
const queryTimeoutMs = 2000

runService('ingress', variables, async (env, { log, metrics, tracing }) => {
  const db = openDb(env.DATABASE_URL, {
    queryTimeoutMs,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectFailingFast(env.REDIS_URL)
  let ingress: Ingress | undefined
  const ping = () => redisPing(redis)
  return {
    pool: db.pool,
    clocks: { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    checks: { redis: ping },
    degraded: {
      postgres: () => dbTrouble(db), // cached hooks work without it for ten minutes
      redis_memory: () => ingress?.backlog.memoryWarning(),
      redis_durability: () => durabilityTrouble(redis),
      redis_replicas: () => replicaTrouble(redis, env.REDIS_REPLICAS),
    },
    needed: { redis: ping, postgres: () => schemaTrouble(db) },
    refused: { redis: () => redisUnsupported(redis), postgres: () => dbUnsupported(db) },
    start: async ops => {
      const report = openProcessReport(redis, { name: 'ingress', version: versionId })
      const running = await openIngress({
        db,
        redis,
        metrics,
        log,
        tracing,
        baseUrl: env.BASE_URL,
        apiUrl: env.API_URL,
        figures: report.figures,
        secretBox: openSecretBox(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS),
        replicas: env.REDIS_REPLICAS,
        bodyLimitBytes: env.BODY_LIMIT,
        backlogLimit: env.BACKLOG_LIMIT,
        hookRate: env.HOOK_RATE,
        apiRate: env.API_RATE,
      })
      ingress = running
      const app = buildServer(env, { log, ops, strangers: running.strangers })
      running.routes(app)
      await watchLosses(redis, env.REDIS_REPLICAS, losses =>
        log.warn(losses, 'this Redis may lose accepted deliveries'),
      )
      return { work: [app, running], report, listen: () => listen(app, env) }
    },
    stores: [{ close: async () => redis.disconnect() }, { close: () => closeDb(db) }],
  }
})
