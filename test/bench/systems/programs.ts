import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Built programs where the product has one, so that what is measured is what is shipped. */
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

/** What only a hang reaches, also on a slow and busy machine. */
const messageWithinMs = 300_000
const readyWithinMs = 120_000
const betweenLooksMs = 50
const stopWithinMs = 30_000

export type Program = ReturnType<typeof start>

/** Starts a program with what it needs to know in its environment. */
export function start(name: ProgramName, env: NodeJS.ProcessEnv = {}) {
  const program = programs[name]
  const child = fork(program, {
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: { ...process.env, ...env },
    serialization: 'advanced', // lists of numbers as they are
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
 * What a program says next.
 * @throws when it ends without a word, or says nothing for so long
 */
export async function nextMessage(child: ChildProcess, withinMs = messageWithinMs): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with code ${code}`)
  })
  const late = delay(withinMs, undefined, { signal }).then(() => {
    throw new Error(`${child.spawnargs.at(-1)} said nothing for ${withinMs / 1000} s`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended, late])
    return message
  } finally {
    for (const lost of [ended, late]) lost.catch(() => {})
    over.abort()
  }
}

/** Lets a program measure something, and resolves to the number that it says. */
export async function measureIn(name: ProgramName, env: NodeJS.ProcessEnv): Promise<number> {
  const { child, stop } = start(name, env)
  const number = await nextMessage(child)
  await stop()
  return number as number
}

/** Waits until a server answers anything but that it is not ready. */
export async function answers(url: string): Promise<void> {
  for (const deadline = performance.now() + readyWithinMs; ; await delay(betweenLooksMs)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && answer.status < 500) return
    if (performance.now() > deadline) throw new Error(`nothing answers at ${new URL(url).origin}`)
  }
}
