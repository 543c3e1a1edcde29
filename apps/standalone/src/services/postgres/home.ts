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

/** Where Postgres lives: the user it runs as (when not as us), its programs, and the folder with its files. */
export type PostgresHome = { user: SystemUser | undefined; binaries: string; folder: string }

/**
 * Finds or makes the home: `DATA_DIR/postgres`. As root, where Postgres's own user cannot reach that (a checkout
 * below a closed home folder), it becomes a link to a folder which that user can reach, so that whoever moves or
 * removes DATA_DIR moves or removes the way to the data.
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
    `Postgres's files are in ${folder}, which its own user (uid ${user.uid}) cannot reach any more: allow it to`,
  )
}

function makeHome(home: string, user: SystemUser | undefined, log: PrintLine): void {
  rmSync(home, { force: true }) // a link whose folder is gone
  mkdirSync(home, { mode: 0o700 })
  if (user === undefined) return
  chownSync(home, user.uid, user.gid)
  if (canWrite(user, realpathSync(home))) return
  moveOut(home, user)
  log(`Postgres's own user cannot reach ${home}: its files are in ${realpathSync(home)}`)
}

/** Puts a link to a new folder of the user's in the place of the (empty) home. */
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
