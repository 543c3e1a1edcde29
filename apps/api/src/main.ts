import { dbReady, dbTrouble, openDb } from '@posthorn/db'
import { connectFailingFast, redisReady } from '@posthorn/queue'
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
import { openApi } from './api.js'
import { builtConsole } from './console.js'

const { HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, REDIS_URL, LOG_LEVEL, TRUST_PROXY } = variables
const { API_RATE, HOOK_RATE, HOOK_CONFIRM } = variables
const shape = z.object({
  HOST,
  PORT,
  OPS_PORT,
  BASE_URL,
  DATABASE_URL,
  REDIS_URL,
  LOG_LEVEL,
  TRUST_PROXY,
  API_RATE,
  HOOK_RATE,
  HOOK_CONFIRM,
})

const startDeadlineMs = 60_000
/** Somebody is looking at a screen while this process asks Postgres. */
const queryTimeoutMs = 5000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('api', env.LOG_LEVEL)
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  const redis = connectFailingFast(env.REDIS_URL)
  await Promise.all([dbReady(db, startDeadlineMs), redisReady(redis, startDeadlineMs)])

  const api = await openApi({
    db,
    redis,
    log,
    apiRate: env.API_RATE,
    hookRate: env.HOOK_RATE,
    hookConfirm: env.HOOK_CONFIRM,
    baseUrlIsHttps: env.BASE_URL?.startsWith('https:') ?? false,
    consoleFolder: builtConsole,
  })
  const app = buildApp({ log, versionId, trustProxy: env.TRUST_PROXY })
  api.routes(app)
  const ops = env.OPS_PORT === undefined ? app : buildApp({ log, versionId })
  // while Redis is away nobody can log in, and everything else goes on: that is no reason to send no work
  opsRoutes(ops, { postgres: () => dbTrouble(db) })

  // stop taking in · let go
  const quit = { close: async () => redis.disconnect() }
  closeOnSignal([app, api, quit, { close: () => db.$disconnect() }, ops], log)

  await app.listen({ host: env.HOST, port: env.PORT })
  if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
