import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@posthorn/standalone/services'

/** A process that can be killed, stopped and restarted. */
export type Part = Awaited<ReturnType<typeof openPart>>

const maxStarts = 5
const betweenStartsMs = 300
const stopWithinMs = 26_000 // longer than a process's own deadline

/** Starts a process. Reports to `surprised` if it ends without having been killed. */
export async function openPart(start: () => Promise<Running>, surprised: (words: string) => void) {
  let wanted = true
  let abandoned = false
  const run = async () => {
    const running = await start()
    void running.exited.then(({ code, signal }) => {
      if (wanted) surprised(`${running.name} ended by itself (${signal ?? `code ${code}`})`)
    })
    return running
  }
  let running = await run()
  const signal = (name: NodeJS.Signals) => {
    for (const pid of family(running.pid)) send(pid, name)
  }
  return {
    signal,
    kill: async () => {
      wanted = false
      signal('SIGKILL')
      await running.exited
    },
    /** Kills it permanently. */
    abandon: async () => {
      abandoned = true
      wanted = false
      signal('SIGKILL')
      await running.exited
    },
    again: async () => {
      running = await untilItStarts(run)
      wanted = true
    },
    stop: async () => {
      if (abandoned) return
      wanted = false
      signal('SIGCONT')
      await running.stop()
      const { code } = await running.exited
      if (code !== 0) surprised(`${running.name} did not leave in order when it was asked to`)
    },
  }
}

/** A child of the killed Postgres may still hold its memory for a moment. */
async function untilItStarts(start: () => Promise<Running>): Promise<Running> {
  for (let tries = 1; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === maxStarts) throw error
      await delay(betweenStartsMs)
    }
  }
}

/** Signals the process and its children, because Postgres's are in their own process groups. */
function family(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter(child => child > 0 && parentOf(child) === pid)
  return [pid, ...children]
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0 // it has ended meanwhile
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // ended meanwhile
  }
}

/** Starts a built main, and writes its output to `logFile`. Resolves once the process exists. */
export async function startProcess(
  name: string,
  script: string,
  env: NodeJS.ProcessEnv,
  logFile: string,
): Promise<Running> {
  const output = openSync(logFile, 'a')
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, BASE_URL: '', ...env }, // Vite sets its own BASE_URL
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  await once(child, 'spawn')
  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await exited
    clearTimeout(force)
  }
  const kill = () => void child.kill('SIGKILL')
  return { name, pid: child.pid as number, exited, stop, kill }
}

/** Resolves once `/readyz` reports ready. @throws with its last response after `withinMs` */
export async function ready(name: string, url: string, withinMs: number): Promise<void> {
  let last = 'nothing'
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await delay(50)) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok) return
    last = answer ? await answer.text() : 'nothing'
  }
  throw new Error(`${name} is not ready after ${withinMs / 1000} s. Its last response: ${last}`)
}
