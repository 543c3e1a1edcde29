import { execFile, type SpawnOptions } from 'node:child_process'
import { chownSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error.js'
import { keptPassword } from '../password.js'
import { freePort } from '../ports.js'
import { endLeftover } from '../process/end-processes.js'
import { launch } from '../process/launch.js'
import type { PrintLine, Service } from '../process/service.js'
import { untilReady } from '../process/until-ready.js'
import { ownPostgresUrl, postgresSuperuser } from '../urls.js'
import { type PostgresHome, postgresHome } from './home.js'
import { acceptsLogins, responds } from './probe.js'

/** Crash recovery replays the write-ahead log, which takes time. */
const readyWithinMs = 120_000
const stopWithinMs = 10_000

export type PostgresOptions = {
  /** Files go to `postgres` below this folder. */
  dataDir: string
  /** By default, a free one. */
  port?: number
  /** Settings besides our own, e.g. `{ max_connections: '200' }`. */
  settings?: Record<string, string>
  /** Trades durability for speed, for tests that don't kill Postgres. */
  forTests?: boolean
  log: PrintLine
}

/** `folder` is where the files really are: as root, perhaps outside DATA_DIR. */
export type Postgres = Service & { folder: string }

/**
 * Starts the Postgres from npm on 127.0.0.1, and resolves when it accepts connections. Creates its files at the first start.
 * `url` names the database `posthorn`, which is not created here.
 *
 * @throws StartupError if it cannot be started.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log } = options
  const home = postgresHome(resolve(options.dataDir), log)
  const data = join(home.folder, 'data')
  const password = passwordOf(home)
  if (!existsSync(data)) await initdb(home, data)
  const pidFile = join(data, 'postmaster.pid')
  await endLeftover({ name: 'Postgres', pidFile, folder: data, signal: 'SIGINT', log })

  const port = options.port ?? (await freePort())
  const logFile = join(home.folder, 'postgres.log')
  const running = await launch({
    name: 'Postgres',
    command: join(home.binaries, 'bin', 'postgres'),
    args: ['-D', data, ...asArguments({ ...settings(port, options.forTests ?? false), ...options.settings })],
    options: spawnOptions(home),
    logFile,
    stopSignal: 'SIGINT', // fast shutdown: closes connections, keeps committed data
    stopWithinMs,
  })
  await untilReady(running, {
    probe: () => acceptsLogins(port, postgresSuperuser),
    withinMs: readyWithinMs,
    logFile,
  })
  return {
    ...running,
    url: ownPostgresUrl(port, password),
    folder: home.folder,
    probe: () => responds(port, postgresSuperuser),
  }
}

function settings(port: number, forTests: boolean): Record<string, string> {
  const swift = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '', // unused, and a deep DATA_DIR is too long for a socket path
    max_connections: '60',
    shared_buffers: '128MB',
    ...(forTests ? swift : {}),
  }
}

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The files' owner must be able to read it for initdb. Root always can. */
function passwordOf({ folder, user }: PostgresHome): string {
  const file = join(folder, 'password')
  const password = keptPassword(file)
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  return password
}

/** Creates the data folder under another name first, so that an interrupted one is never used. */
async function initdb(home: PostgresHome, data: string): Promise<void> {
  const part = `${data}.part`
  rmSync(part, { recursive: true, force: true })
  const who = ['-U', postgresSuperuser, '--pwfile', join(home.folder, 'password'), '-A', 'scram-sha-256']
  const args = ['-D', part, ...who, '-E', 'UTF8', '--locale=C', '--no-instructions']
  try {
    await promisify(execFile)(join(home.binaries, 'bin', 'initdb'), args, spawnOptions(home))
  } catch (error) {
    throw new StartupError(
      `Cannot create Postgres's files in ${data}: ${(error as { stderr?: string }).stderr || error}`,
    )
  }
  renameSync(part, data)
}

/** Runs outside our folder, which its user may not see, and without variables that Postgres would read. */
function spawnOptions({ user }: PostgresHome): Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)))
  return { ...user, cwd: '/', env: { ...env, LC_ALL: 'C' } }
}
