import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A server to run, and folders with libraries that the system lacks (`LD_LIBRARY_PATH`). */
export type RedisBinary = { command: string; libraries?: string }

/** `SET … NX GET`, which idempotency needs, came with 7.0. */
export const oldestMajor = 7

/** Whether the server runs and is recent enough. Redis and Valkey both print `… v=7.0.15 …`. */
export function isRecent({ command, libraries }: RedisBinary): boolean {
  try {
    const env = withLibraries(libraries)
    const version = execFileSync(command, ['--version'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(/ v=(\d+)/.exec(version)?.[1]) >= oldestMajor
  } catch {
    return false
  }
}

export function withLibraries(libraries: string | undefined): NodeJS.ProcessEnv {
  return libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries }
}

export function findOnPath(name: string): string[] {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/usr/local/sbin`.split(delimiter)
  return folders.map(folder => join(folder, name)).filter(path => existsSync(path))
}
