import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The user of our own Postgres, which owns everything in it. */
export const postgresSuperuser = 'posthorn'

/** The URL of our own Postgres's database, which may not be created yet. */
export function ownPostgresUrl(port: number | string, password: string): string {
  return `postgresql://${postgresSuperuser}:${password}@127.0.0.1:${port}/posthorn`
}

/** The URL of our own Redis. */
export function ownRedisUrl(port: number | string, password: string): string {
  return `redis://:${password}@127.0.0.1:${port}`
}

/** The URLs of the Postgres and the Redis that run below DATA_DIR, by the ports that their own files name. */
export const runningUrls = {
  postgres: (dataDir: string) => {
    const folder = join(dataDir, 'postgres')
    const port = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3] ?? ''
    return ownPostgresUrl(port, passwordIn(folder))
  },
  redis: (dataDir: string) => {
    const folder = join(dataDir, 'redis')
    const port = /^port (\d+)$/m.exec(readFileSync(join(folder, 'redis.conf'), 'utf8'))?.[1] ?? ''
    return ownRedisUrl(port, passwordIn(folder))
  },
}

function passwordIn(folder: string): string {
  return readFileSync(join(folder, 'password'), 'utf8').trim()
}
