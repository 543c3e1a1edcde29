import { dbReady, dbTrouble, openDb } from '@posthorn/db'
import { connectWaiting, redisReady, redisTrouble } from '@posthorn/queue'
import { buildApp, closeOnSignal, openLog, opsRoutes, readEnv, variables, versionId } from '@posthorn/server'
import { z } from 'zod'
import { openWorker } from './worker.js'

const { HOST, OPS_PORT, DATABASE_URL, REDIS_URL, LOG_LEVEL } = variables
const env = readEnv(z.object({ HOST, OPS_PORT, DATABASE_URL, REDIS_URL, LOG_LEVEL }))

const startDeadlineMs = 60_000

const log = openLog('worker', env.LOG_LEVEL)
const db = openDb(env.DATABASE_URL)
const redis = connectWaiting(env.REDIS_URL)
await Promise.all([dbReady(db, startDeadlineMs), redisReady(redis, startDeadlineMs)])
const worker = await openWorker({ db, redis, log })

const failedSet = async () => {
  const failed = await worker.failed()
  return failed === 0 ? undefined : `${failed} batches in the failed set, which should be empty`
}
const ops = buildApp({ log, versionId })
opsRoutes(ops, { redis: () => redisTrouble(redis), postgres: () => dbTrouble(db), failed_set: failedSet })
if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
log.info('ready')

// stop taking in and finish what was taken · let go
const quit = { close: async () => redis.disconnect() }
closeOnSignal([worker, quit, { close: () => db.$disconnect() }, ops], log)
