import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PrintLine } from '../process/service.js'
import { findOnPath, isRecent, type RedisBinary } from './binary.js'

const run = promisify(execFile)
const limits = { maxBuffer: 16 << 20, timeout: 300_000 }
/** As root, apt would download as a user that cannot write to our folder. The timeout bounds the wait for a dead mirror. */
const always = [
  '-o',
  'APT::Sandbox::User=root',
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=20',
]

/**
 * Unpacks Redis from Debian's or Ubuntu's packages into `cacheDir`. Needs no root, installs and enables nothing.
 * Uses the system's package lists if there are any, else fetches its own.
 *
 * @returns undefined if there is no apt, or if its Redis does not run here; a log line says why.
 */
export async function unpackedRedis(cacheDir: string, log: PrintLine): Promise<RedisBinary | undefined> {
  const folder = join(cacheDir, 'redis')
  if (existsSync(folder)) {
    if (isRecent(binaryIn(folder))) return binaryIn(folder)
    rmSync(folder, { recursive: true }) // the system has changed
  }
  if (findOnPath('apt-get').length === 0 || findOnPath('dpkg').length === 0) return undefined
  const work = mkdtempSync(join(cacheDir, 'redis-'))
  try {
    log('Redis not found. Unpacking one from this system’s packages (nothing is installed) …')
    await unpack(work, log)
    const part = join(work, 'unpacked')
    if (!isRecent(binaryIn(part))) throw new Error('the one in the packages is older, or does not run')
    renameSync(part, folder)
    log(`Redis is in ${folder}`)
  } catch (error) {
    if (!existsSync(folder)) log(`That failed: ${reason(error)}`) // otherwise another Posthorn was faster
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return existsSync(folder) ? binaryIn(folder) : undefined
}

async function unpack(work: string, log: PrintLine): Promise<void> {
  try {
    await download(work, always)
  } catch {
    log('Fetching package lists, because the system’s are missing or outdated …')
    const own = ownLists(work)
    await run('apt-get', [...own, 'update'], limits)
    await download(work, own)
  }
  for (const file of readdirSync(work).filter(name => name.endsWith('.deb'))) {
    await run('dpkg', ['-x', join(work, file), join(work, 'unpacked')])
  }
}

/** Downloads the packages that apt would install for Redis. */
async function download(work: string, options: string[]): Promise<void> {
  const plan = ['-s', '--no-install-recommends', 'install', 'redis-server']
  const { stdout } = await run('apt-get', [...options, ...plan], limits)
  const planned = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name as string)
  const libraries = planned.filter(name => /^(lib|lua)/.test(name) && !isOfTheSystem(name))
  const packages = new Set(['redis-server', 'redis-tools', ...libraries])
  await run('apt-get', [...options, 'download', ...packages], { ...limits, cwd: work })
}

/** Leaves out the C library and its loader: half of it from a package would break every program. */
function isOfTheSystem(name: string): boolean {
  return /^libc6|^libc-/.test(name)
}

function ownLists(work: string): string[] {
  const [lists, cache] = [join(work, 'lists'), join(work, 'cache')]
  mkdirSync(join(lists, 'partial'), { recursive: true })
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true })
  return [...always, '-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`]
}

function binaryIn(folder: string): RedisBinary {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  const libraries = new Set(below.filter(file => /\.so(\.|$)/.test(file.name)).map(file => file.parentPath))
  return { command: join(folder, 'usr/bin/redis-server'), libraries: [...libraries].join(':') }
}

/** Returns apt's or dpkg's error in one line. */
function reason(error: unknown): string {
  const lastLine = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1)
  return lastLine || (error instanceof Error ? error.message : String(error))
}
