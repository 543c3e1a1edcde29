import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type OwnProcess, send } from './end-processes.js'
import { processStartTime } from './process-info.js'

const script = fileURLToPath(new URL('../../../bin/watchdog.js', import.meta.url))

const running = new Map<number, OwnProcess>()
let watchdog: ChildProcess | undefined
let gone: Promise<unknown> = Promise.resolve()

/**
 * Makes sure that a process ends when we are gone without stopping it, for example after a SIGKILL. The watchdog is a small
 * process that holds a pipe from us with the list of what we run. When the pipe closes, it ends that, and then itself.
 */
export function watch(child: ChildProcess, signal: NodeJS.Signals | null): void {
  const { pid } = child
  if (pid === undefined) return // it could not be started
  running.set(pid, { pid, start: processStartTime(pid), signal })
  report()
  child.once('exit', () => {
    running.delete(pid)
    report()
  })
}

/** Resolves when a watchdog that has nothing left to watch is gone, too. */
export async function watchdogGone(): Promise<void> {
  if (running.size === 0) await gone
}

/** Kills everything that we started and have not stopped yet. */
export function killAll(): void {
  for (const one of running.values()) send('SIGKILL', one)
}

/** Tells the watchdog what runs, or dismisses it. A dead one is replaced. */
function report(): void {
  if (running.size === 0) return void watchdog?.stdin?.end('[]\n')
  if (!watchdog?.stdin?.writable) watchdog = start()
  watchdog.stdin?.write(`${JSON.stringify([...running.values()])}\n`)
}

/** Starts it in its own process group, so that Ctrl-C does not reach it. */
function start(): ChildProcess {
  const child = spawn(process.execPath, [script], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.stdin?.on('error', () => {}) // it is gone, or could not be started
  gone = new Promise(resolve => child.once('exit', resolve).once('error', resolve))
  return child
}
