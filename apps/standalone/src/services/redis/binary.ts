import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A server to run, and the folders with the libraries that it needs beyond the system's (`LD_LIBRARY_PATH`). */
export type RedisBinary = { command: string; libraries?: string }

/** `SET … NX GET`, by which deliveries are told apart from their copies, came with 7.0. */
export const oldestMajor = 7

/** Whether the server runs at all and is not too old. Redis and Valkey both say `… v=7.0.15 …`. */
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
