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
  type RedisBinary,
  type Service,
  startRedis,
  withLibraries,
} from '@posthorn/standalone/services'
import { expect, onTestFinished } from 'vitest'
import { makeCertificates } from '../support/certificates.js'
import { eventually } from '../support/eventually.js'

/** All servers of a test have the same, because a replica may become the primary. */
const password = 'the-same-for-all'
const log = () => {}

export type RedisServer = Service & { port: number; tlsPort: number | undefined }

/** Settings of Redis and Sentinel for TLS in both directions, with a certificate of one's own authority for this machine. */
export async function tlsSettings() {
  const { key, certificate, authority } = await makeCertificates('127.0.0.1')
  const files = { 'tls-cert-file': certificate, 'tls-key-file': key, 'tls-ca-cert-file': authority }
  return { authority, settings: { ...files, 'tls-auth-clients': 'no', 'tls-replication': 'yes' } }
}

/**
 * Starts a Redis with these settings, which ends with the test. With `tlsSettings`, it also listens on `tlsPort`. `binary`:
 * another one than this machine's.
 */
export async function startServer(
  settings: Record<string, string> = {},
  binary?: RedisBinary,
): Promise<RedisServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-redis-'))
  await mkdir(join(dataDir, 'redis'))
  await writeFile(join(dataDir, 'redis/password'), password, { mode: 0o600 })
  const port = await freePort()
  const tlsPort = 'tls-replication' in settings ? await freePort() : undefined
  const redis = await startRedis({
    dataDir,
    port,
    settings: { masterauth: password, ...(tlsPort && { 'tls-port': String(tlsPort) }), ...settings },
    ...(binary && { binary }),
    log,
  })
  onTestFinished(async () => {
    if (isAlive(redis.pid)) process.kill(redis.pid, 'SIGCONT')
    await redis.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...redis, port, tlsPort }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a Redis that has loaded a copy, which `saveRedis` yields, as a restore does. */
export async function startLoaded(copy: AsyncIterable<Buffer>, binary?: RedisBinary): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-rdb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'dump.rdb'), copy)
  return startServer({ appendonly: 'no', dir: folder }, binary)
}

type Replicated = { settings?: Record<string, string> | undefined; binary?: RedisBinary | undefined }

/** Starts a primary and its replicas. Resolves when the replicas have the primary's data. */
export async function startReplicated(replicas: number, { settings = {}, binary }: Replicated = {}) {
  const atOnce = { ...settings, 'repl-diskless-sync-delay': '0' } // a primary waits 5 s for more replicas by default
  const primary = await startServer(atOnce, binary)
  const replicaof = `127.0.0.1 ${primary.tlsPort ?? primary.port}`
  const own = { ...atOnce, replicaof }
  const all = await Promise.all(Array.from({ length: replicas }, () => startServer(own, binary)))
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

/** Starts three Sentinels, which end with the test, and returns their REDIS_URL. `tls`: of `tlsSettings`, if the Redis has it. */
export async function startSentinels(primary: RedisServer, tls?: Tls): Promise<string> {
  const ports = await Promise.all(Array.from({ length: sentinels }, () => startSentinel(primary, tls)))
  const scheme = tls ? 'rediss' : 'redis'
  const query = tls ? `?ca_file=${tls.authority}` : ''
  const url = `${scheme}+sentinel://:${encodeURIComponent(password)}@${ports.map(port => `127.0.0.1:${port}`)}/main${query}`
  const peers = () => Promise.all(ports.map(port => countPeers(`${scheme}://127.0.0.1:${port}${query}`)))
  await eventually(async () => expect(await peers()).toEqual([2, 2, 2]))
  return url
}

type Tls = Awaited<ReturnType<typeof tlsSettings>>

async function startSentinel(primary: RedisServer, tls?: Tls): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-sentinel-'))
  const { command, libraries } = await findRedis(cacheDir(folder), log)
  const port = await freePort()
  const config = join(folder, 'sentinel.conf')
  const secure = Object.entries(tls?.settings ?? {}).map(([name, value]) => `${name} ${value}`)
  const lines = [
    ...(tls ? [`port 0\ntls-port ${port}`, ...secure] : [`port ${port}`]),
    `bind 127.0.0.1\ndir "${folder}"\nprotected-mode no`,
    `sentinel monitor main 127.0.0.1 ${primary.tlsPort ?? primary.port} ${quorum}`,
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

async function countPeers(url: string): Promise<number> {
  const sentinel = connectFailingFast(url)
  try {
    await redisReady(sentinel, 10_000)
    const known = (await sentinel.call('SENTINEL', 'SENTINELS', 'main')) as unknown[]
    const replicas = (await sentinel.call('SENTINEL', 'REPLICAS', 'main')) as unknown[]
    return replicas.length > 0 ? known.length : 0
  } finally {
    sentinel.disconnect()
  }
}
