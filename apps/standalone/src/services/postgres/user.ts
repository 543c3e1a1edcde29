import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartupError } from '../../startup-error.js'

/** The system user for Postgres when we are root, because Postgres refuses to run as root. */
export type SystemUser = { uid: number; gid: number }

const sbinToo = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` }

/**
 * Returns the user to run Postgres as, only if we are root: the owner of existing files (from an earlier run without root), else
 * the user `postgres`, created if missing.
 */
export function postgresUser(home: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(home, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return userNamed('postgres') ?? makeUser('postgres')
}

/** Runs a command as `user` and returns whether it succeeded, the only reliable way to test what that user can reach. */
export function succeedsAs(user: SystemUser, command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function userNamed(name: string): SystemUser | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function makeUser(name: string): SystemUser {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]
  const made = spawnSync('useradd', args, { env: sbinToo, encoding: 'utf8' })
  const user = userNamed(name)
  if (user !== undefined) return user
  const reason = made.error?.message ?? made.stderr.trim()
  throw new StartupError(
    `Postgres does not run as root, and the system user ${name} cannot be created (${reason}). ` +
      'Create it, run as another user, or set DATABASE_URL',
  )
}
