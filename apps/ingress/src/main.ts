import { dbReady, dbTrouble, openDb } from '@posthorn/db'
import { connectFailingFast, durabilityGaps, redisReady, redisTrouble } from '@posthorn/queue'
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
import { openIngress } from './ingress.js'

const {
  HOST,
  PORT,
  OPS_PORT,
  DATABASE_URL,
  REDIS_URL,
  LOG_LEVEL,
  HOOK_RATE,
  BODY_LIMIT,
  BACKLOG_LIMIT,
  TRUST_PROXY,
} = variables
const shape = z.object({
  HOST,
  PORT,
  OPS_PORT,
  DATABASE_URL,
  REDIS_URL,
  LOG_LEVEL,
  HOOK_RATE,
  BODY_LIMIT,
  BACKLOG_LIMIT,
  TRUST_PROXY,
})

const startDeadlineMs = 60_000
/** A sender is waiting for what this process asks Postgres. */
const queryTimeoutMs = 2000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('ingress', env.LOG_LEVEL)
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  const redis = connectFailingFast(env.REDIS_URL)
  await Promise.all([dbReady(db, startDeadlineMs), redisReady(redis, startDeadlineMs)])

  const limits = { bodyLimitBytes: env.BODY_LIMIT, hookRate: env.HOOK_RATE, backlogLimit: env.BACKLOG_LIMIT }
  const ingress = await openIngress({ db, redis, ...limits })
  const app = buildApp({ log, versionId, trustProxy: env.TRUST_PROXY })
  ingress.routes(app)
  const checks = { redis: () => redisTrouble(redis), postgres: () => dbTrouble(db) }
  const weaker = await durabilityGaps(redis)
  if (weaker.length > 0) log.warn({ weaker }, 'this Redis makes ok mean less than kept')
  const ops = env.OPS_PORT === undefined ? app : buildApp({ log, versionId })
  opsRoutes(ops, checks, weaker)

  // stop taking in · write what was taken · let go
  const quit = { close: async () => redis.disconnect() }
  closeOnSignal([app, ingress, quit, { close: () => db.$disconnect() }, ops], log)

  await app.listen({ host: env.HOST, port: env.PORT })
  if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
