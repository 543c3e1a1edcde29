import { dbReady, dbTrouble, openDb } from '@posthorn/db'
import { connectFailingFast } from '@posthorn/queue'
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

const { HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, REDIS_URL, HOOK_CONFIRM, LOG_LEVEL, TRUST_PROXY } =
  variables
const shape = z.object({
  HOST,
  PORT,
  OPS_PORT,
  BASE_URL,
  DATABASE_URL,
  REDIS_URL,
  HOOK_CONFIRM,
  LOG_LEVEL,
  TRUST_PROXY,
})

const startDeadlineMs = 60_000
/** Somebody is looking at a screen while this process asks Postgres. */
const queryTimeoutMs = 5000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('api', env.LOG_LEVEL)
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  const redis = connectFailingFast(env.REDIS_URL) // not waited for: only replays need it
  await dbReady(db, startDeadlineMs)

  const baseUrlIsHttps = env.BASE_URL?.startsWith('https:') ?? false
  const api = await openApi({
    db,
    redis,
    log,
    baseUrlIsHttps,
    hookConfirm: env.HOOK_CONFIRM,
    consoleFolder: builtConsole,
  })
  const app = buildApp({ log, versionId, trustProxy: env.TRUST_PROXY })
  api.routes(app)
  const ops = env.OPS_PORT === undefined ? app : buildApp({ log, versionId })
  opsRoutes(ops, { postgres: () => dbTrouble(db) })

  // stop taking in · let go
  const quit = { close: async () => redis.disconnect() }
  closeOnSignal([app, api, quit, { close: () => db.$disconnect() }, ops], log)

  await app.listen({ host: env.HOST, port: env.PORT })
  if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
