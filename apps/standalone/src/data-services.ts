import type { Env } from './env.js'
import { freePort, type PrintLine, type Running, startPostgres, startRedis } from './services/index.js'
import { supervise } from './services/process/supervise.js'

export type DataServices = { databaseUrl: string; redisUrl: string; stop: () => Promise<void> }

/** Uses the Postgres and Redis that the environment names, or runs our own under DATA_DIR and restarts them when they die. */
export async function dataServices(env: Env, log: PrintLine): Promise<DataServices> {
  const started: { stop: () => Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(started.map(service => service.stop()))
  }
  const own = async (name: string, start: (port: number) => Promise<Running & { url: string }>) => {
    const began = performance.now()
    const port = await freePort()
    const service = await supervise(() => start(port), log)
    started.push(service)
    log(`${name}: started (${seconds(performance.now() - began)})`)
    return service.current().url
  }
  const given = (name: string, url: string) => {
    log(`${name}: using the one from the environment`)
    return url
  }
  const dataDir = env.DATA_DIR
  const [database, redis] = await Promise.allSettled([
    env.DATABASE_URL
      ? given('Postgres', env.DATABASE_URL)
      : own('Postgres', port => startPostgres({ dataDir, port, log })),
    env.REDIS_URL
      ? given('Redis', env.REDIS_URL)
      : own('Redis', port => startRedis({ dataDir, port, settings: redisSettings(env), log })),
  ])
  if (database.status === 'fulfilled' && redis.status === 'fulfilled') {
    return { databaseUrl: database.value, redisUrl: redis.value, stop }
  }
  await stop()
  throw database.status === 'rejected' ? database.reason : (redis as PromiseRejectedResult).reason
}

function redisSettings({ REDIS_MAXMEMORY }: Env): Record<string, string> {
  return REDIS_MAXMEMORY === undefined ? {} : { maxmemory: REDIS_MAXMEMORY }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
