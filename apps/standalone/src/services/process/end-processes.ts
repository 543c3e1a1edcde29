import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../startup-error.js'
import { isAlive, processStartTime } from './process-info.js'
import type { PrintLine } from './service.js'

const orderlyEndMs = 12_000
const forcedEndMs = 5_000
const betweenChecksMs = 20

/**
 * A process that we started. `start` distinguishes it from a later one with the same id. `signal` asks it to stop; null if it
 * stops by itself when its parent is gone.
 */
export type OwnProcess = { pid: number; start: string; signal: NodeJS.Signals | null }

/** Asks processes to stop, and kills those that do not. */
export async function endAll(processes: OwnProcess[]): Promise<void> {
  for (const one of processes) if (one.signal) send(one.signal, one)
  await untilGone(processes, orderlyEndMs)
  for (const one of processes) send('SIGKILL', one)
  await untilGone(processes, forcedEndMs)
}

/** Sends a signal, unless the process has ended. */
export function send(signal: NodeJS.Signals, one: OwnProcess): void {
  try {
    if (isRunning(one)) process.kill(one.pid, signal)
  } catch {
    // it ended just now
  }
}

function isRunning({ pid, start }: OwnProcess): boolean {
  return isAlive(pid) && processStartTime(pid) === start
}

async function untilGone(processes: OwnProcess[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (processes.some(isRunning) && performance.now() < deadline) await delay(betweenChecksMs)
}

export type Leftover = {
  name: string
  /** Its first line is the process id. */
  pidFile: string
  /** The process's working folder, which proves that it is ours and not a later process with the same id. */
  folder: string
  signal: NodeJS.Signals
  log: PrintLine
}

/**
 * Stops the service that a killed run left behind, or waits while the watchdog of that run stops it. Removes a process file that
 * names a foreign process, because Postgres would not start with it.
 *
 * @throws StartupError if the service does not stop
 */
export async function endLeftover({ name, pidFile, folder, signal, log }: Leftover): Promise<void> {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0
  if (!(pid > 1 && isAlive(pid))) return
  const start = processStartTime(pid)
  if (workingFolder(pid) !== realpathSync(folder)) return rmSync(pidFile, { force: true })
  log(`${name} of an earlier run (pid ${pid}) is still running. Stopping it`)
  await endAll([{ pid, start, signal }])
  if (isRunning({ pid, start, signal }))
    throw new StartupError(`${name} (pid ${pid}) does not stop. Stop it by hand`)
}

/** Returns undefined for another user's process, which is not ours. */
function workingFolder(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`)
    const args = ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']
    return /^n(.*)$/m.exec(execFileSync('lsof', args, { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}
