import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { StartupError } from '../../startup-error.js'
import { openLogFile } from './log-file.js'
import type { ExitStatus, Running } from './service.js'
import { watch, watchdogGone } from './watchdog.js'

export type Launch = {
  name: string
  command: string
  args: string[]
  options?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env' | 'stdio'>
  /** Where its output goes, instead of `options.stdio`. */
  logFile?: string
  /** The signal that asks it to stop. */
  stopSignal: NodeJS.Signals
  /** How long it may take to stop before SIGKILL. */
  stopWithinMs: number
  /** It stops by itself when we are gone, and must not be asked twice. */
  endsWithUs?: boolean
}

/**
 * Starts a process in its own group, so that Ctrl-C in a terminal reaches only us and we stop it in order. It does not
 * outlive us for long, whatever happens to us.
 *
 * @throws StartupError if the command cannot be started.
 */
export async function launch(what: Launch): Promise<Running & { child: ChildProcess }> {
  const child = spawnInto(what.logFile, what)
  watch(child, what.endsWithUs ? null : what.stopSignal)
  const exited = new Promise<ExitStatus>(resolve =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new StartupError(`Cannot start ${what.name}: ${(error as Error).message}`)
  }
  return {
    child,
    name: what.name,
    pid: child.pid as number,
    logFile: what.logFile,
    exited,
    stop: () => stop(child, exited, what),
    kill: () => void child.kill('SIGKILL'),
  }
}

function spawnInto(logFile: string | undefined, { command, args, options = {} }: Launch): ChildProcess {
  if (logFile === undefined) return spawn(command, args, { ...options, detached: true })
  const output = openLogFile(logFile)
  try {
    return spawn(command, args, { ...options, stdio: ['ignore', output, output], detached: true })
  } finally {
    closeSync(output)
  }
}

async function stop(
  child: ChildProcess,
  exited: Promise<ExitStatus>,
  { stopSignal, stopWithinMs }: Launch,
): Promise<void> {
  child.kill(stopSignal)
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await exited
  clearTimeout(force)
  await watchdogGone()
}

/** Describes how a process ended. */
export function describeExit({ code, signal }: ExitStatus): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`
}
