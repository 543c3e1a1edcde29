import { dbReady, dbTrouble, openDb } from '@posthorn/db'
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

const { HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, LOG_LEVEL, TRUST_PROXY } = variables
const shape = z.object({ HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, LOG_LEVEL, TRUST_PROXY })

const startDeadlineMs = 60_000
/** Somebody is looking at a screen while this process asks Postgres. */
const queryTimeoutMs = 5000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('api', env.LOG_LEVEL)
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  await dbReady(db, startDeadlineMs)

  const baseUrlIsHttps = env.BASE_URL?.startsWith('https:') ?? false
  const api = await openApi({
    db,
    log,
    baseUrlIsHttps,
    baseUrl: env.BASE_URL,
    consoleFolder: builtConsole,
  })
  const app = buildApp({ log, versionId, trustProxy: env.TRUST_PROXY })
  api.routes(app)
  const ops = env.OPS_PORT === undefined ? app : buildApp({ log, versionId })
  opsRoutes(ops, { postgres: () => dbTrouble(db) })

  // stop taking in · let go
  closeOnSignal([app, api, { close: () => db.$disconnect() }, ops], log)

  await app.listen({ host: env.HOST, port: env.PORT })
  if (env.OPS_PORT !== undefined) await ops.listen({ host: env.HOST, port: env.OPS_PORT })
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
