import { makeFirstRun } from '@posthorn/api'
import { closeDb, ensureDatabase, migrate, openDb } from '@posthorn/db'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import { openLog, reasonOf } from '@posthorn/server'
import { dataServices } from './data-services.js'
import type { Env } from './env.js'
import { readFirstRun, writeFirstRun } from './first-run.js'
import { lockDataDir } from './lock.js'
import { serve } from './serve.js'
import { assertPortFree, type Log } from './services/index.js'
import { Trouble } from './trouble.js'
import { welcome } from './welcome.js'
import { startWorkers } from './workers.js'

const redisDeadlineMs = 10_000
/** A sender is waiting for what the ingress asks Postgres. */
const queryTimeoutMs = 5000

/**
 * Starts everything and says so; resolves with what stops it all, last started first.
 * @throws Trouble, with everything that was started ended again
 */
export async function start(env: Env, log: Log): Promise<() => Promise<void>> {
  const started: (() => unknown)[] = []
  const stop = async () => {
    for (let end = started.pop(); end; end = started.pop()) await end()
  }
  try {
    await startAll(env, log, end => started.push(end))
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function startAll(env: Env, log: Log, onStop: (end: () => unknown) => void): Promise<void> {
  await assertPortFree(env.HOST, env.PORT)
  onStop(lockDataDir(env.DATA_DIR))
  const { databaseUrl, redisUrl, stop } = await dataServices(env, log)
  onStop(stop)

  await prepareDatabase(databaseUrl, log)
  const db = openDb(databaseUrl, { queryTimeoutMs, poolSize: 10 })
  onStop(() => closeDb(db))
  const baseUrl = env.BASE_URL ?? `http://${env.HOST}:${env.PORT}`
  const wanted = { baseUrl, adminPassword: env.ADMIN_PASSWORD, hookConfirm: env.HOOK_CONFIRM }
  await makeFirstRun(db, wanted, shown => writeFirstRun(env.DATA_DIR, shown))

  const redis = connectFailingFast(redisUrl)
  onStop(() => redis.disconnect())
  await redisReady(redis, redisDeadlineMs)

  const processLog = openLog('standalone', env.LOG_LEVEL)
  const workerEnv = {
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DELIVERY_DAYS: String(env.DELIVERY_DAYS),
    LOG_LEVEL: env.LOG_LEVEL,
  }
  const workers = await startWorkers(env.WORKERS, workerEnv, log)
  onStop(workers.stop)
  log(env.WORKERS === 1 ? 'Worker: started' : `Workers: ${env.WORKERS} started`)
  const server = await serve(env, { db, redis, workers, log, processLog })
  onStop(server.stop)
  for (const line of welcome(env, baseUrl, await readFirstRun(env.DATA_DIR))) log(line)
}

async function prepareDatabase(url: string, log: Log): Promise<void> {
  try {
    await ensureDatabase(url)
    const applied = await migrate(url)
    log(applied.length > 0 ? `Database: ${applied.length} migrations applied` : 'Database: up to date')
  } catch (error) {
    throw new Trouble(`The database cannot be used: ${reasonOf(error)}. Is DATABASE_URL right?`)
  }
}
