import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { homedir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { keptPassword } from '../password.js'
import { freePort } from '../ports.js'
import { endLeftover } from '../process/end-processes.js'
import { launch } from '../process/launch.js'
import type { PrintLine, Service } from '../process/service.js'
import { untilReady } from '../process/until-ready.js'
import { ownRedisUrl } from '../urls.js'
import { type RedisBinary, withLibraries } from './binary.js'
import { findRedis } from './find-redis.js'
import { answersPing, keptConnectionProbe } from './probe.js'

const share = 1 / 4
const mostBytes = 1024 ** 3

/** Returns Redis's share of the memory of this machine or its container, whichever is less: a quarter, at most 1 GB. */
function memoryShareBytes(ofBytes = memoryBytes()): number {
  return Math.floor(Math.min(ofBytes * share, mostBytes))
}

/** 0, undefined or more than the machine has mean no limit. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY)
}

/** Loading a large append-only file takes time. */
const readyWithinMs = 120_000
const stopWithinMs = 10_000

export type RedisOptions = {
  /** Files go to `redis` below this folder. */
  dataDir: string
  /** By default, a free one. */
  port?: number
  /** Override our own settings, e.g. `{ maxmemory: '100mb' }`, which is otherwise a share of the machine's memory. */
  settings?: Record<string, string>
  /** By default, the one of this machine. */
  binary?: RedisBinary
  log: PrintLine
}

/**
 * Starts our own Redis on 127.0.0.1, which confirms writes once they are on disk. Resolves when it
 * responds.
 *
 * @throws StartupError if no Redis is available, or if it cannot be started.
 */
export async function startRedis({ log, ...options }: RedisOptions): Promise<Service> {
  const dataDir = resolve(options.dataDir)
  const { command, libraries } = options.binary ?? (await findRedis(cacheDir(dataDir), log))
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pidFile = join(folder, 'redis.pid')
  await endLeftover({ name: 'Redis', pidFile, folder, signal: 'SIGTERM', log })

  const password = keptPassword(join(folder, 'password'))
  const port = options.port ?? (await freePort())
  const config = join(folder, 'redis.conf')
  const lines = Object.entries({ ...settings(folder, pidFile, port, password), ...options.settings })
  writeFileSync(config, lines.map(([name, value]) => `${name} ${value}\n`).join(''), { mode: 0o600 })

  const logFile = join(folder, 'redis.log')
  const running = await launch({
    name: 'Redis',
    command,
    args: [config],
    options: { env: withLibraries(libraries), cwd: folder },
    logFile,
    stopSignal: 'SIGTERM',
    stopWithinMs,
  })
  await untilReady(running, { probe: () => answersPing(port, password), withinMs: readyWithinMs, logFile })
  return {
    ...running,
    url: ownRedisUrl(port, password),
    probe: keptConnectionProbe(port, password),
  }
}

function settings(folder: string, pidFile: string, port: number, password: string): Record<string, string> {
  return {
    bind: '127.0.0.1',
    port: String(port),
    'protected-mode': 'yes',
    requirepass: password,
    daemonize: 'no',
    'set-proc-title': 'no', // it would overwrite the environment by which `test/sweep.js` finds it
    dir: JSON.stringify(folder),
    pidfile: JSON.stringify(pidFile),
    // a confirmed write is on disk, and nothing that waits is evicted
    appendonly: 'yes',
    appendfsync: 'always',
    'no-appendfsync-on-rewrite': 'no',
    'maxmemory-policy': 'noeviction',
    maxmemory: String(memoryShareBytes()), // at 80 % of it, senders get 503
    save: '""',
  }
}

/** Where Redis is unpacked: outside DATA_DIR if possible, so that checkouts share it. */
export function cacheDir(dataDir: string): string {
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  try {
    mkdirSync(shared, { recursive: true })
    accessSync(shared, constants.W_OK)
    return shared
  } catch {
    const own = join(dataDir, 'cache') // without a writable home folder
    mkdirSync(own, { recursive: true })
    return own
  }
}
