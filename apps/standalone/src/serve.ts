import { builtConsole, filesIn, mailServerOf, openApi } from '@posthorn/api'
import { type Db, dbTimeMs, dbTrouble } from '@posthorn/db'
import { type Ingress, openIngress } from '@posthorn/ingress'
import {
  durabilityTrouble,
  openProcessReport,
  type Redis,
  redisPing,
  redisTimeMs,
  replicaTrouble,
  watchLosses,
} from '@posthorn/queue'
import {
  buildServer,
  type ClockWatch,
  type Closable,
  type Log,
  listen,
  type Metrics,
  type Ops,
  openClockWatch,
  openMetrics,
  openOps,
  openSecretBox,
  registerPoolMetrics,
  type Tracing,
  textOfAll,
  versionId,
} from '@posthorn/server'
import { type Env, filesDirOf } from './env.js'
import { ownUrl } from './own-url.js'
import { keptSecretsKey } from './secrets-key.js'
import type { PrintLine } from './services/index.js'
import type { Part } from './shutdown.js'
import type { Workers } from './workers.js'

/** Everything that serving depends on. */
export type ServeDeps = {
  db: Db
  redis: Redis
  workers: Workers
  log: PrintLine
  processLog: Log
  tracing: Tracing | undefined
}

/** Longer than the last responses may take. */
const lastAnswersWithinMs = 13_000
const closeWithinMs = 3_000

/**
 * Serves ingress, API and console in one Fastify on one port. Resolves when it listens, with the parts to stop: the last one
 * first stops accepting, the others finish what was accepted.
 */
export async function serveHttp(
  env: Env,
  { db, redis, workers, tracing, log, processLog }: ServeDeps,
): Promise<Part[]> {
  const metrics = openMetrics()
  registerPoolMetrics(metrics, db.pool)
  const storing = { backlogLimit: env.BACKLOG_LIMIT, replicas: env.REDIS_REPLICAS }
  const rates = { hookRate: env.HOOK_RATE, apiRate: env.API_RATE }
  const limits = { bodyLimitBytes: env.BODY_LIMIT, ...rates, ...storing }
  const report = openProcessReport(redis, { name: 'standalone', version: versionId })
  const secretBox = openSecretBox(env.SECRETS_KEY ?? keptSecretsKey(env.DATA_DIR), env.SECRETS_KEY_PREVIOUS)
  const { figures } = report
  const common = { db, redis, log: processLog, metrics, figures, secretBox, tracing, baseUrl: env.BASE_URL }
  const apiUrl = ownUrl(env.HOST, env.PORT)
  const ingress = await openIngress({ ...common, apiUrl, ...limits })
  const files = await filesIn({ ...env, FILES_DIR: filesDirOf(env) })
  const api = await openApi({
    ...common,
    hookConfirm: env.HOOK_CONFIRM,
    deliveryDays: env.DELIVERY_DAYS,
    ...limits,
    consoleFolder: builtConsole,
    mailServer: mailServerOf(env.SMTP_URL, env.MAIL_FROM, processLog),
    files,
  })
  const clocks = openClockWatch(
    { Redis: () => redisTimeMs(redis), Postgres: () => dbTimeMs(db) },
    { log: processLog, metrics },
  )
  const ops = await openStandaloneOps(
    env,
    { db, redis, workers, log, processLog },
    { metrics, ingress, clocks, files },
  )
  const app = buildServer(env, { log: processLog, ops, strangers: api.strangers })
  for (const { routes } of [ingress, api]) routes(app)
  await watchLosses(redis, env.REDIS_REPLICAS, ({ weaker, replicas = [] }) => {
    for (const gap of weaker.concat(replicas)) log(`With this Redis, ok means less than stored: ${gap}`)
  })
  await listen(app, env)
  ops.begin()
  return [
    part('The operations port', ops.server),
    part('The process report', report),
    part('The API', api),
    part('The ingress', ingress),
    part('The server', { close: () => app.close() }, lastAnswersWithinMs),
    part('Readiness', ops.readiness),
  ]
}

type Watched = {
  metrics: Metrics
  ingress: Ingress
  clocks: ClockWatch
  files: Awaited<ReturnType<typeof filesIn>>
}

function openStandaloneOps(
  env: Env,
  { db, redis, workers, processLog }: Omit<ServeDeps, 'tracing'>,
  { metrics, ingress, clocks, files }: Watched,
): Promise<Ops> {
  return openOps({
    log: processLog,
    metrics,
    checks: { redis: () => redisPing(redis), postgres: () => dbTrouble(db), workers: workers.trouble },
    degraded: {
      redis_memory: ingress.backlog.memoryWarning,
      redis_durability: () => durabilityTrouble(redis),
      redis_replicas: () => replicaTrouble(redis, env.REDIS_REPLICAS),
      clock: clocks.trouble,
      files: () => files?.storage.trouble?.(),
      workers: workers.warnings,
    },
    host: env.HOST,
    port: env.OPS_PORT,
    token: env.METRICS_TOKEN,
    metricsText: async () => textOfAll({ standalone: await metrics.figures(), ...(await workers.figures()) }),
  })
}

function part(name: string, { close }: Closable, withinMs = closeWithinMs): Part {
  return { name, end: close, withinMs }
}
