import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.js'
import { isAlive } from './process-info.js'
import type { PrintLine } from './service.js'

const orderlyEndMs = 10_000
const forcedEndMs = 5_000
const betweenChecksMs = 20

export type Orphan = {
  name: string
  /** Its first line is the process id. */
  pidFile: string
  /** The process's working folder, which proves that it is ours and not a later process with the same id. */
  folder: string
  stopSignal: NodeJS.Signals
  log: PrintLine
}

/**
 * Stops, in order, the service that a killed run of ours left behind, so that nothing is lost. Removes a process file that names
 * a foreign process, because Postgres would not start with it.
 */
export async function endOrphan({ name, pidFile, folder, stopSignal, log }: Orphan): Promise<void> {
  const pid = pidIn(pidFile)
  if (pid === undefined || !isAlive(pid)) return
  if (!runsIn(pid, folder)) return rmSync(pidFile, { force: true })
  log(`${name} of an earlier run (pid ${pid}) is still running. Stopping it`)
  process.kill(pid, stopSignal)
  if (await isGone(pid, orderlyEndMs)) return
  process.kill(pid, 'SIGKILL')
  if (!(await isGone(pid, forcedEndMs)))
    throw new StartupError(`${name} (pid ${pid}) does not stop. Stop it by hand`)
}

function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return pid > 1 ? pid : undefined
}

function runsIn(pid: number, folder: string): boolean {
  try {
    return workingFolder(pid) === realpathSync(folder)
  } catch {
    return false // another user's process, so not ours
  }
}

function workingFolder(pid: number): string {
  if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`)
  const fields = execFileSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
  return (
    fields
      .split('\n')
      .find(field => field.startsWith('n'))
      ?.slice(1) ?? ''
  )
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await delay(betweenChecksMs)
  }
  return true
}
