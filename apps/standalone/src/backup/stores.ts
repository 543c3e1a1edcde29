import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataServices } from '../data-services.js'
import type { Env } from '../env.js'
import { lockDataDir, lockHolder } from '../lock.js'
import type { PrintLine } from '../services/index.js'

type Stores = { databaseUrl: string; redisUrl: string; close: () => Promise<void> }

/**
 * Returns the Postgres and Redis that the environment names, or those below DATA_DIR. Starts the latter if no Posthorn runs
 * there, and stops them on `close`.
 */
export async function openStores(env: Env, log: PrintLine): Promise<Stores> {
  if (lockHolder(env.DATA_DIR) === undefined) return startStores(env, log)
  return {
    databaseUrl: env.DATABASE_URL ?? ownPostgres(env.DATA_DIR),
    redisUrl: env.REDIS_URL ?? ownRedis(env.DATA_DIR),
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

/** The fourth line of Postgres's own file is its port. */
function ownPostgres(dataDir: string): string {
  const folder = join(dataDir, 'postgres')
  const port = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgresql://posthorn:${passwordIn(folder)}@127.0.0.1:${port}/posthorn`
}

function ownRedis(dataDir: string): string {
  const folder = join(dataDir, 'redis')
  const port = /^port (\d+)$/m.exec(readFileSync(join(folder, 'redis.conf'), 'utf8'))?.[1]
  return `redis://:${passwordIn(folder)}@127.0.0.1:${port}`
}

function passwordIn(folder: string): string {
  return readFileSync(join(folder, 'password'), 'utf8').trim()
}
