import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { processStartTime } from './process-info.js'

const script = fileURLToPath(new URL('../../../bin/guardian.js', import.meta.url))

/**
 * What the guardian knows of a process: `start` tells it from a later one with its id, `signal` asks for its orderly
 * end, null when it ends by itself once we are gone.
 */
export type Guarded = { pid: number; start: string; signal: NodeJS.Signals | null }

const guarded = new Map<number, Guarded>()
let guardian: ChildProcess | undefined
let dismissed: Promise<unknown> = Promise.resolve()

/**
 * Sees to it that a process of ours ends when we are gone without having ended it, as after a SIGKILL: a small process
 * that holds a pipe from us, with the list of what we run, outlives us for as long as that takes.
 */
export function guard(child: ChildProcess, signal: NodeJS.Signals | null): void {
  const { pid } = child
  if (pid === undefined) return // it could not be started
  guarded.set(pid, { pid, start: processStartTime(pid), signal })
  tell()
  child.once('exit', () => {
    guarded.delete(pid)
    if (guarded.size > 0) tell()
    else dismiss()
  })
}

/** Resolves when a guardian that had nobody left to guard is gone, too. */
export const guardianGone = () => dismissed

/** Ends everything that we started and did not end yet, by force. */
export function killGuarded(): void {
  for (const pid of guarded.keys()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // ended meanwhile
    }
  }
}

function tell(): void {
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

/** In a group of its own, so that Ctrl-C does not reach it. One that dies is replaced when there is something to tell. */
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
  child.stdin?.on('error', () => {}) // it is gone; there is none where it could not be started
  return child
}
