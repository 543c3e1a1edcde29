import { dataServices } from '../data-services.js'
import type { Env } from '../env.js'
import { lockDataDir, lockHolder } from '../lock.js'
import type { PrintLine } from '../services/index.js'
import { runningUrls } from '../services/urls.js'

type Stores = { databaseUrl: string; redisUrl: string; close: () => Promise<void> }

/**
 * Returns the Postgres and Redis that the environment names, or those below DATA_DIR. Starts the latter if no Posthorn runs
 * there, and stops them on `close`. With both in the environment, DATA_DIR need not be there.
 */
export async function openStores(env: Env, log: PrintLine): Promise<Stores> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = env
  if (databaseUrl && redisUrl) return { databaseUrl, redisUrl, close: async () => {} }
  if (lockHolder(env.DATA_DIR) === undefined) return startStores(env, log)
  return {
    databaseUrl: env.DATABASE_URL ?? runningUrls.postgres(env.DATA_DIR),
    redisUrl: env.REDIS_URL ?? runningUrls.redis(env.DATA_DIR),
    close: async () => {},
  }
}

/** The same, but only if no Posthorn runs there. @throws StartupError if one does */
export async function startStores(env: Env, log: PrintLine): Promise<Stores> {
  const unlock = lockDataDir(env.DATA_DIR)
  try {
    const { stop, ...urls } = await dataServices(env, log)
    return { ...urls, close: () => stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}
