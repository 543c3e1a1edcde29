import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processStartTime } from './process-info.js'

const script = fileURLToPath(new URL('../../../bin/guardian.js', import.meta.url))

/**
 * What the guardian knows about a process: `start` distinguishes it from a later one with the same id. `signal` asks it to stop;
 * null if it stops by itself when we are gone.
 */
export type Guarded = { pid: number; start: string; signal: NodeJS.Signals | null }

const guarded = new Map<number, Guarded>()
let guardian: ChildProcess | undefined
let dismissed: Promise<unknown> = Promise.resolve()

/**
 * Makes sure that our processes end when we are gone without stopping them, for example after a SIGKILL. A small process holds a
 * pipe from us with the list of what we run, and outlives us until that is done.
 */
export function guard(child: ChildProcess, signal: NodeJS.Signals | null): void {
  const { pid } = child
  if (pid === undefined) return // it could not be started
  guarded.set(pid, { pid, start: processStartTime(pid), signal })
  report()
  child.once('exit', () => {
    guarded.delete(pid)
    if (guarded.size > 0) report()
    else dismiss()
  })
}

/** Resolves when a guardian that has nothing left to guard is gone, too. */
export const guardianGone = () => dismissed

/** Kills everything that we started and have not stopped yet. */
export function killGuarded(): void {
  for (const pid of guarded.keys()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has already ended
    }
  }
}

function report(): void {
  guardian ??= start()
  guardian.stdin?.write(`${JSON.stringify([...guarded.values()])}\n`)
}

function dismiss(): void {
  if (!guardian) return
  const leaving = guardian
  guardian = undefined
  dismissed = leaving.exitCode === null && leaving.signalCode === null ? once(leaving, 'exit') : dismissed
  leaving.stdin?.end('[]\n')
}

/** Starts in its own process group, so that Ctrl-C does not reach it. A dead one is replaced when there is something to report. */
function start(): ChildProcess {
  const child = spawn(process.execPath, [script], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const forget = () => {
    if (guardian === child) guardian = undefined
  }
  child.once('exit', forget).once('error', forget)
  child.stdin?.on('error', () => {}) // it is gone, or could not be started
  return child
}
