import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.js'
import type { PrintLine } from '../process/service.js'
import { makeSharedFolder, postgresBinaries, sharedFolder } from './binaries.js'
import { postgresUser, type SystemUser, succeedsAs } from './user.js'

/** Where Postgres lives: its user (if not ours), its programs, and its data folder. */
export type PostgresHome = { user: SystemUser | undefined; binaries: string; folder: string }

/**
 * Finds or creates `DATA_DIR/postgres`. As root, if Postgres's own user cannot reach it (a checkout below a private home
 * folder), it becomes a link to a folder that this user can reach. Moving or removing DATA_DIR then moves or removes only
 * the link to the data.
 */
export function postgresHome(dataDir: string, log: PrintLine): PostgresHome {
  mkdirSync(dataDir, { recursive: true })
  const home = join(dataDir, 'postgres')
  const user = postgresUser(home)
  return { user, binaries: postgresBinaries(user, log), folder: homeFolder(home, user, log) }
}

function homeFolder(home: string, user: SystemUser | undefined, log: PrintLine): string {
  if (!existsSync(home)) makeHome(home, user, log)
  const folder = realpathSync(home)
  if (user === undefined || canWrite(user, folder)) return folder
  throw new StartupError(
    `Postgres's own user (uid ${user.uid}) can no longer reach its files in ${folder}. Allow that`,
  )
}

function makeHome(home: string, user: SystemUser | undefined, log: PrintLine): void {
  rmSync(home, { force: true }) // a dangling link
  mkdirSync(home, { mode: 0o700 })
  if (user === undefined) return
  chownSync(home, user.uid, user.gid)
  if (canWrite(user, realpathSync(home))) return
  moveOut(home, user)
  log(`Postgres's own user cannot reach ${home}. Its files are in ${realpathSync(home)}`)
}

/** Replaces the empty home with a link to a new folder of the user. */
function moveOut(home: string, user: SystemUser): void {
  makeSharedFolder()
  const folder = mkdtempSync(join(sharedFolder, 'data-'))
  chownSync(folder, user.uid, user.gid)
  rmdirSync(home)
  symlinkSync(folder, home)
}

function canWrite(user: SystemUser, folder: string): boolean {
  return succeedsAs(user, 'test', '-w', folder) && succeedsAs(user, 'test', '-x', folder)
}
