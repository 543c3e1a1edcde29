import { closeDb, dbTrouble, openDb, schemaTrouble } from '@posthorn/db'
import {
  buildApp,
  closeOnSignal,
  openLog,
  openMetrics,
  openOps,
  readEnv,
  runMain,
  untilThere,
  variables,
  versionId,
} from '@posthorn/server'
import { z } from 'zod'
import { openApi } from './api.js'
import { builtConsole } from './console.js'

const { HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, LOG_LEVEL, TRUST_PROXY } = variables
const shape = z.object({ HOST, PORT, OPS_PORT, BASE_URL, DATABASE_URL, LOG_LEVEL, TRUST_PROXY })

/** Somebody is looking at a screen while this process asks Postgres. */
const queryTimeoutMs = 5000

runMain(async () => {
  const env = readEnv(shape)
  const log = openLog('api', env.LOG_LEVEL)
  const metrics = openMetrics()
  const db = openDb(env.DATABASE_URL, { queryTimeoutMs })
  const checks = { postgres: () => dbTrouble(db) }
  const ops = await openOps({ log, metrics, checks, host: env.HOST, port: env.OPS_PORT })
  await untilThere({ postgres: () => schemaTrouble(db) }, log)

  const baseUrlIsHttps = env.BASE_URL?.startsWith('https:') ?? false
  const api = await openApi({ db, log, baseUrlIsHttps, consoleFolder: builtConsole })
  const app = buildApp({ log, versionId, trustProxy: env.TRUST_PROXY, stopping: ops.stopping })
  api.routes(app)
  ops.routesOn(app)

  // unready · stop taking in · let go
  closeOnSignal([ops.readiness, app, api, { close: () => closeDb(db) }, ops.server], log)

  await app.listen({ host: env.HOST, port: env.PORT })
  ops.begin()
  log.info({ host: env.HOST, port: env.PORT }, 'ready')
})
