import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, processStartTime } from './services/process/process-info.js'
import { StartupError } from './startup-error.js'

const fileName = 'posthorn.pid'

/**
 * Makes DATA_DIR and takes it for this process alone. The lock of a process that is gone does not count.
 *
 * @returns what gives it back.
 * @throws StartupError when another Posthorn has it, or when it cannot be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, fileName)
  try {
    mkdirSync(dataDir, { recursive: true })
    const holder = holderOf(file)
    if (holder !== undefined)
      throw new StartupError(`Another Posthorn (pid ${holder}) is using ${dataDir}: stop it, or set DATA_DIR`)
    writeFileSync(file, `${process.pid} ${processStartTime(process.pid)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `${dataDir} cannot be written (${(error as Error).message}): set DATA_DIR to a folder that can`,
    )
  }
  return () => rmSync(file, { force: true })
}

/** The process that holds the lock. A stale lock is removed. */
function holderOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const [pid, start] = readFileSync(file, 'utf8').trim().split(' ')
  if (isAlive(Number(pid)) && processStartTime(Number(pid)) === (start ?? '')) return Number(pid)
  rmSync(file)
  return undefined
}
