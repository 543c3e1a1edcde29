import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Built programs where the product has one, so that the measured code is the shipped code. */
const programs = {
  bare: here('bare.ts'),
  naiveIngress: here('../naive-ingress.ts'),
  naiveWorker: here('../naive-worker.ts'),
  createEach: here('create-each.ts'),
  sender: here('../load/sender-process.ts'),
  paced: here('../load/paced-process.ts'),
  ingress: here('../../../apps/ingress/dist/main.js'),
  worker: here('../../../apps/worker/dist/main.js'),
  api: here('../../../apps/api/dist/main.js'),
}

export type ProgramName = keyof typeof programs

/** Only a hang takes longer, even on a slow and busy machine. */
const messageWithinMs = 300_000
const readyWithinMs = 120_000
const betweenLooksMs = 50
const stopWithinMs = 30_000

export type Program = ReturnType<typeof start>

/** Starts a program with its parameters in the environment. */
export function start(name: ProgramName, env: NodeJS.ProcessEnv = {}) {
  const program = programs[name]
  const child = fork(program, {
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: { ...process.env, ...env },
    serialization: 'advanced', // keeps lists of numbers
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return { name, child, pid: child.pid as number, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await exited
  clearTimeout(force)
}

/**
 * Returns a program's next message.
 * @throws if it ends without one, or sends none in time
 */
export async function nextMessage(child: ChildProcess, withinMs = messageWithinMs): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with code ${code}`)
  })
  const late = delay(withinMs, undefined, { signal }).then(() => {
    throw new Error(`${child.spawnargs.at(-1)} sent no message for ${withinMs / 1000} s`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended, late])
    return message
  } finally {
    for (const lost of [ended, late]) lost.catch(() => {})
    over.abort()
  }
}

/** Runs a program's measurement and resolves to the number that it sends. */
export async function measureIn(name: ProgramName, env: NodeJS.ProcessEnv): Promise<number> {
  const { child, stop } = start(name, env)
  const number = await nextMessage(child)
  await stop()
  return number as number
}

/** Waits until a server responds with anything but "not ready". */
export async function answers(url: string): Promise<void> {
  for (const deadline = performance.now() + readyWithinMs; ; await delay(betweenLooksMs)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && answer.status < 500) return
    if (performance.now() > deadline) throw new Error(`no response from ${new URL(url).origin}`)
  }
}
