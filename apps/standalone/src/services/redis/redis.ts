import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { keptPassword } from '../password.js'
import { freePort } from '../ports.js'
import { launch } from '../process/launch.js'
import { endOrphan } from '../process/orphans.js'
import type { PrintLine, Service } from '../process/service.js'
import { untilReady } from '../process/until-ready.js'
import { withLibraries } from './binary.js'
import { findRedis } from './find-redis.js'
import { memoryShareBytes } from './memory-share.js'
import { answersPing, keptConnectionProbe } from './probe.js'

/** Reading a large append-only file takes its time. */
const readyWithinMs = 120_000
const stopWithinMs = 10_000

export type RedisOptions = {
  /** Its files lie in `redis` below. */
  dataDir: string
  /** Default: a free one. */
  port?: number
  /** Before our own settings, e.g. `{ maxmemory: '100mb' }`, which is a share of the machine's memory otherwise. */
  settings?: Record<string, string>
  log: PrintLine
}

/**
 * Starts a Redis of our own, on 127.0.0.1 only, that answers a write once it is on the disk, and resolves once it
 * answers.
 *
 * @throws StartupError when there is none on this machine and none to be had, or when it cannot be started.
 */
export async function startRedis({ log, ...options }: RedisOptions): Promise<Service> {
  const dataDir = resolve(options.dataDir)
  const { command, libraries } = await findRedis(cacheDir(dataDir), log)
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pidFile = join(folder, 'redis.pid')
  await endOrphan({ name: 'Redis', pidFile, folder, stopSignal: 'SIGTERM', log })

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
    url: `redis://:${password}@127.0.0.1:${port}`,
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
    'set-proc-title': 'no', // it would overwrite the environment that `test/sweep.js` finds it by
    dir: JSON.stringify(folder),
    pidfile: JSON.stringify(pidFile),
    // an answered write is on the disk, and nothing waiting is ever thrown away
    appendonly: 'yes',
    appendfsync: 'always',
    'no-appendfsync-on-rewrite': 'no',
    'maxmemory-policy': 'noeviction',
    maxmemory: String(memoryShareBytes()), // at four fifths of it senders are told to come again
    save: '""',
  }
}

/** Where a Redis is unpacked: outside of DATA_DIR when that can be, as checkouts share it. */
export function cacheDir(dataDir: string): string {
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posthorn')
  try {
    mkdirSync(shared, { recursive: true })
    accessSync(shared, constants.W_OK)
    return shared
  } catch {
    const own = join(dataDir, 'cache') // a home folder that cannot be written, or none
    mkdirSync(own, { recursive: true })
    return own
  }
}
