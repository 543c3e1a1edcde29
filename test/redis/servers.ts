import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import {
  cacheDir,
  findRedis,
  freePort,
  type Service,
  startRedis,
  withLibraries,
} from '@posthorn/standalone/services'
import { expect, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.js'

/** All servers of a test have the same, because a replica may become the primary. */
const password = 'the-same-for-all'
const log = () => {}

export type RedisServer = Service & { port: number }

/** Starts a Redis with these settings, which ends with the test. */
export async function startServer(settings: Record<string, string> = {}): Promise<RedisServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-redis-'))
  await mkdir(join(dataDir, 'redis'))
  await writeFile(join(dataDir, 'redis/password'), password, { mode: 0o600 })
  const port = await freePort()
  const redis = await startRedis({
    dataDir,
    port,
    settings: { masterauth: password, ...settings },
    log,
  })
  onTestFinished(async () => {
    if (isAlive(redis.pid)) process.kill(redis.pid, 'SIGCONT')
    await redis.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...redis, port }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a primary and its replicas. Resolves when the replicas have the primary's data. */
export async function startReplicated(replicas: number) {
  const primary = await startServer({ 'repl-diskless-sync-delay': '0' })
  const replicaof = `127.0.0.1 ${primary.port}`
  const settings = { replicaof, 'repl-diskless-sync-delay': '0' }
  const all = await Promise.all(Array.from({ length: replicas }, () => startServer(settings)))
  const redis = await connect(primary.url)
  await eventually(async () => {
    const online = (await redis.info('replication')).match(/state=online/g) ?? []
    expect(online).toHaveLength(replicas)
  })
  return { primary, replicas: all, redis }
}

/** Connects until the end of the test. */
export async function connect(url: string) {
  const redis = connectFailingFast(url)
  onTestFinished(() => redis.disconnect())
  await redisReady(redis, 60_000)
  return redis
}

const sentinels = 3
const quorum = 2

/** Starts three Sentinels, which end with the test, and returns their REDIS_URL. */
export async function startSentinels(primary: RedisServer): Promise<string> {
  const ports = await Promise.all(Array.from({ length: sentinels }, () => startSentinel(primary)))
  const url = `redis+sentinel://:${encodeURIComponent(password)}@${ports.map(port => `127.0.0.1:${port}`)}/main`
  await eventually(async () => expect(await Promise.all(ports.map(countPeers))).toEqual([2, 2, 2]))
  return url
}

async function startSentinel(primary: RedisServer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-sentinel-'))
  const { command, libraries } = await findRedis(cacheDir(folder), log)
  const port = await freePort()
  const config = join(folder, 'sentinel.conf')
  const lines = [
    `port ${port}\nbind 127.0.0.1\ndir "${folder}"\nprotected-mode no`,
    `sentinel monitor main 127.0.0.1 ${primary.port} ${quorum}`,
    `sentinel auth-pass main ${password}`,
    'sentinel down-after-milliseconds main 2000\nsentinel failover-timeout main 20000',
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const child = spawn(command, [config, '--sentinel'], { stdio: 'ignore', env: withLibraries(libraries) })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  return port
}

async function countPeers(port: number): Promise<number> {
  const sentinel = connectFailingFast(`redis://127.0.0.1:${port}`)
  try {
    await redisReady(sentinel, 10_000)
    const known = (await sentinel.call('SENTINEL', 'SENTINELS', 'main')) as unknown[]
    const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', 'main')) as unknown[]
    return replicas.length > 0 ? known.length : 0
  } finally {
    sentinel.disconnect()
  }
}
