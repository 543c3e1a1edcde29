import { closeDb, ensureDatabase, migrate, openDb } from '@posthorn/db'
import { connectFailingFast, redisReady, redisUnsupported } from '@posthorn/queue'
import { openLog, openTracing, reasonOf } from '@posthorn/server'
import { dataServices } from './data-services.js'
import type { Env } from './env.js'
import { ensureFirstRun } from './first-run.js'
import { lockDataDir } from './lock.js'
import { ownUrl } from './own-url.js'
import { serveHttp } from './serve.js'
import { assertPortFree, killAll, type PrintLine } from './services/index.js'
import { endParts, type Part } from './shutdown.js'
import { StartupError } from './startup-error.js'
import { welcome } from './welcome.js'
import { startWorkers, type WorkerEnv, workersStopWithinMs } from './workers.js'

const redisDeadlineMs = 10_000
/** A sender waits for the ingress's queries. */
const queryTimeoutMs = 5000

/** Everything together. Orchestrators kill after 30 s. */
export const stopAllWithinMs = 27_000
const letGoWithinMs = 2_000
/** Longer than each of them takes before it is killed. */
const servicesStopWithinMs = 12_000

/**
 * Starts everything and reports it. Adds whatever must be stopped to `parts`.
 * @throws StartupError after stopping everything that was started
 */
export async function start(env: Env, log: PrintLine, parts: Part[]): Promise<void> {
  try {
    await startAll(env, log, parts)
  } catch (error) {
    if (!(await endParts(parts, log, stopAllWithinMs))) killAll()
    throw error
  }
}

async function startAll(env: Env, log: PrintLine, parts: Part[]): Promise<void> {
  const onStop = (name: string, end: () => unknown, withinMs = letGoWithinMs) =>
    parts.push({ name, end, withinMs })
  await assertPortFree(env.HOST, env.PORT)
  onStop('DATA_DIR', lockDataDir(env.DATA_DIR))
  const { databaseUrl, redisUrl, stop } = await dataServices(env, log)
  onStop('Postgres and Redis', stop, servicesStopWithinMs)

  await prepareDatabase(databaseUrl, log)
  const processLog = openLog('standalone', env.LOG_LEVEL)
  const tracing = await openTracing(env, 'standalone', processLog)
  const db = openDb(databaseUrl, {
    queryTimeoutMs,
    poolSize: 10,
    mostConnections: env.DATABASE_CONNECTIONS,
    beginQuery: tracing?.beginQuery,
  })
  onStop('Connections to Postgres', () => closeDb(db))
  if (tracing) onStop('Tracing', tracing.close)
  const baseUrl = env.BASE_URL ?? ownUrl(env.HOST, env.PORT)
  const wanted = { baseUrl, adminPassword: env.ADMIN_PASSWORD, hookConfirm: env.HOOK_CONFIRM }
  const first = await ensureFirstRun(env.DATA_DIR, db, wanted)

  const redis = connectFailingFast(redisUrl)
  onStop('Connections to Redis', () => redis.disconnect())
  await redisReady(redis, redisDeadlineMs)
  const unsupported = await redisUnsupported(redis)
  if (unsupported) throw new StartupError(unsupported)

  const workers = await startWorkers(env.WORKERS, workerEnv(env, { baseUrl, databaseUrl, redisUrl }), log)
  onStop('Workers', workers.stop, workersStopWithinMs + letGoWithinMs)
  log(env.WORKERS === 1 ? 'Worker: started' : `Workers: ${env.WORKERS} started`)
  parts.push(...(await serveHttp(env, { db, redis, workers, tracing, log, processLog })))
  for (const line of welcome(env, baseUrl, first)) log(line)
}

type Urls = Record<'baseUrl' | 'databaseUrl' | 'redisUrl', string>

function workerEnv(env: Env, { baseUrl, databaseUrl, redisUrl }: Urls): WorkerEnv {
  return {
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DELIVERY_DAYS: String(env.DELIVERY_DAYS),
    LOG_LEVEL: env.LOG_LEVEL,
  }
}

async function prepareDatabase(url: string, log: PrintLine): Promise<void> {
  try {
    await ensureDatabase(url)
    const applied = await migrate(url)
    log(applied.length > 0 ? `Database: ${applied.length} migrations applied` : 'Database: up to date')
  } catch (error) {
    throw new StartupError(`Cannot use the database: ${reasonOf(error)}. Check DATABASE_URL`)
  }
}
