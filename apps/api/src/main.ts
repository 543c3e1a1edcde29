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
  fileVariables,
  listen,
  openSecretBox,
  runService,
  serverVariables,
  versionId,
} from '@posthorn/server'
import { openApi } from './api.js'
import { filesIn } from './files/files-in.js'
import { builtConsole } from './http/console.js'
import { mailServerOf } from './mail/mail-server.js'

const variables = [
  ...serverVariables,
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'REDIS_URL',
  'REDIS_REPLICAS',
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
] as const

/** Short, because somebody is waiting for a screen while this process queries Postgres. */
const queryTimeoutMs = 5000

runService('api', variables, async (env, { log, metrics, tracing }) => {
  const files = await filesIn(env)
  const db = openDb(env.DATABASE_URL, {
    queryTimeoutMs,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  const redis = connectFailingFast(env.REDIS_URL) // not awaited: without it nobody can log in, and everything else works
  const unsupported = () => redisUnsupported(redis)
  return {
    pool: db.pool,
    clocks: { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    checks: { postgres: () => dbTrouble(db) },
    degraded: {
      redis: unsupported,
      redis_durability: () => durabilityTrouble(redis),
      redis_replicas: () => replicaTrouble(redis, env.REDIS_REPLICAS), // replays are deliveries
      files: () => files?.storage.trouble?.(),
    },
    needed: { postgres: () => schemaTrouble(db) },
    refused: { redis: unsupported, postgres: () => dbUnsupported(db) },
    start: async ops => {
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
      await watchLosses(redis, env.REDIS_REPLICAS, losses =>
        log.warn(losses, 'this Redis may lose accepted deliveries'),
      )
      return { work: [app, api], report, listen: () => listen(app, env) }
    },
    stores: [{ close: async () => redis.disconnect() }, { close: () => closeDb(db) }],
  }
})
