import { type Db, followChanges } from '@posthorn/db'
import { openReplays, type Redis } from '@posthorn/queue'
import type { Log } from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import { consoleRoutes } from './console.js'
import { passwordCheck } from './passwords.js'
import { apiRoutes } from './routes/index.js'

export type ApiOptions = {
  db: Db
  /** A connection that fails fast, ready or not: without Redis nothing is replayed, and all else works. */
  redis: Redis
  /** What everything in Redis begins with. */
  prefix?: string
  log: Log
  /** True when people come over https although this process is not told so by its proxy. */
  baseUrlIsHttps?: boolean
  /** What the URLs of hooks begin with, without a slash at its end; each request's own host when absent. */
  baseUrl?: string | undefined
  /** Whether new hooks hold their answers until the outcome, where nothing else is said. On when absent. */
  hookConfirm?: boolean
  /** The built files of apps/console. Nothing is served when it is absent or not built. */
  consoleFolder?: string
}

export type Api = {
  routes: (app: FastifyInstance) => void
  close: () => Promise<void>
}

/** The web service API v3 and the console, without their server, so that `npm start` can run them beside the ingress. */
export async function openApi(options: ApiOptions): Promise<Api> {
  const {
    db,
    redis,
    prefix,
    log,
    baseUrlIsHttps = false,
    baseUrl,
    hookConfirm = true,
    consoleFolder,
  } = options
  const [following, isPassword] = await Promise.all([followChanges(db, () => {}), passwordCheck()])
  const replays = openReplays(redis, prefix)
  const deps = {
    db,
    replays,
    log,
    settings: following.settings,
    nowMs: Date.now,
    isPassword,
    baseUrlIsHttps,
    baseUrl,
    hookConfirm,
  }
  return {
    routes: app => {
      app.register(apiRoutes(deps), { prefix: '/api/v3' })
      if (consoleFolder !== undefined) app.register(consoleRoutes(consoleFolder))
    },
    close: async () => {
      await replays.close()
      await following.close()
    },
  }
}
