import { builtConsole, openApi } from '@posthorn/api'
import { type Db, dbTrouble } from '@posthorn/db'
import { openIngress } from '@posthorn/ingress'
import { durabilityGaps, type Redis, redisTrouble } from '@posthorn/queue'
import { buildApp, opsRoutes, type Log as ProcessLog, versionId } from '@posthorn/server'
import type { Env } from './env.js'
import type { Log } from './services/index.js'

/** The ingress, the API and the console in one Fastify on one port; resolves once it listens. */
export async function serve(env: Env, db: Db, redis: Redis, log: Log, processLog: ProcessLog) {
  const ingress = await openIngress({ db, redis, bodyLimitBytes: env.BODY_LIMIT, hookRate: env.HOOK_RATE })
  const api = await openApi({
    db,
    redis,
    log: processLog,
    apiRate: env.API_RATE,
    hookRate: env.HOOK_RATE,
    hookConfirm: env.HOOK_CONFIRM,
    consoleFolder: builtConsole,
    baseUrlIsHttps: env.BASE_URL?.startsWith('https:') ?? false,
  })
  const app = buildApp({ log: processLog, versionId, trustProxy: env.TRUST_PROXY })
  ingress.routes(app)
  api.routes(app)
  const weaker = await durabilityGaps(redis)
  for (const gap of weaker) log(`This Redis makes ok mean less than kept: ${gap}`)
  opsRoutes(app, { redis: () => redisTrouble(redis), postgres: () => dbTrouble(db) }, weaker)
  await app.listen({ host: env.HOST, port: env.PORT })
  return {
    /** Stops taking in, finishes what was taken. */
    stop: async () => {
      await app.close()
      await ingress.close()
      await api.close()
    },
  }
}
