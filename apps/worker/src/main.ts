import { dbReady, dbTrouble, openDb } from '@posthorn/db'
import { connectWaiting, type Redis, redisReady, redisTrouble } from '@posthorn/queue'
import {
  buildApp,
  closeOnSignal,
  openLog,
  opsRoutes,
  readEnv,
  runMain,
  variables,
  versionId,
} from '@posthorn/server'
import { z } from 'zod'
import { openWorker } from './worker.js'

const { HOST, OPS_PORT, BASE_URL, DATABASE_URL, REDIS_URL, DELIVERY_DAYS, LOG_LEVEL } = variables
const shape = z.object({ HOST, OPS_PORT, BASE_URL, DATABASE_URL, REDIS_URL, DELIVERY_DAYS, LOG_LEVEL })

const startDeadlineMs = 60_000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('worker', env.LOG_LEVEL)
  const db = openDb(env.DATABASE_URL)
  const redis = connectWaiting(env.REDIS_URL)
  await Promise.all([dbReady(db, startDeadlineMs), redisReady(redis, startDeadlineMs)])
  const worker = await openWorker({
    db,
    redis,
    log,
    baseUrl: env.BASE_URL,
    deliveryDays: env.DELIVERY_DAYS,
  })

  const failedSet = async () => {
    const failed = await worker.failed()
    return failed === 0 ? undefined : `${failed} batches in the failed set, which should be empty`
  }
  const ops = buildApp({ log, versionId })
  opsRoutes(ops, { redis: () => redisTrouble(redis), postgres: () => dbTrouble(db), failed_set: failedSet })

  // stop taking in and finish what was taken · let go
  const finish = { close: () => Promise.race([worker.close(), away(redis)]) }
  const quit = { close: async () => redis.disconnect() }
  closeOnSignal([finish, quit, { close: () => db.$disconnect() }, ops], log)

  if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
  log.info('ready')
})

/** Resolves when Redis is away: BullMQ would wait for it, while another worker can do what was taken once more. */
function away(redis: Redis): Promise<void> {
  return new Promise(resolve => {
    if (redisTrouble(redis)) resolve()
    else redis.once('close', resolve)
  })
}
