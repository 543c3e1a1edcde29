import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, processStartTime } from './services/process/process-info.js'
import { StartupError } from './startup-error.js'

const fileName = 'posthorn.pid'

/**
 * Creates DATA_DIR and locks it for this process. Ignores the lock of a process that is gone.
 *
 * @returns a function that releases the lock.
 * @throws StartupError if another Posthorn holds the lock, or if DATA_DIR is not writable.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, fileName)
  try {
    mkdirSync(dataDir, { recursive: true })
    const holder = lockHolder(dataDir)
    if (holder !== undefined)
      throw new StartupError(`Another Posthorn (pid ${holder}) is using ${dataDir}. Stop it, or set DATA_DIR`)
    writeFileSync(file, `${process.pid} ${processStartTime(process.pid)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `Cannot write to ${dataDir} (${(error as Error).message}). Set DATA_DIR to a writable folder`,
    )
  }
  return () => rmSync(file, { force: true })
}

/** Returns the process that holds the lock, and removes a stale lock. */
export function lockHolder(dataDir: string): number | undefined {
  const file = join(dataDir, fileName)
  if (!existsSync(file)) return undefined
  const [pid, start] = readFileSync(file, 'utf8').trim().split(' ')
  if (isAlive(Number(pid)) && processStartTime(Number(pid)) === (start ?? '')) return Number(pid)
  rmSync(file)
  return undefined
}
