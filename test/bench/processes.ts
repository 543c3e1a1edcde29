import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Built programs where the product has one, so that what is measured is what is shipped. */
export const programs = {
  bare: here('bare.ts'),
  queueAdd: here('queue-add.ts'),
  createEach: here('create-each.ts'),
  load: here('load-process.ts'),
  paced: here('paced-process.ts'),
  ingress: here('../../apps/ingress/dist/main.js'),
  worker: here('../../apps/worker/dist/main.js'),
}

const limitMs = 300_000

export type Program = ReturnType<typeof run>

export function run(program: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const execArgv = program.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = fork(program, args, {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return { child, stop: () => stop(child, exited) }
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

/** Waits until a server answers anything. */
export async function answers(url: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; ; await delay(50)) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && answer.status < 500) return
    if (performance.now() > deadline) throw new Error(`nothing answers at ${new URL(url).origin}`)
  }
}

/** Lets a program measure in a process of its own, and resolves to the number that it sends. */
export async function measured(program: string, args: string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const { child } = run(program, args, env)
  const exited = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`${program} ended with code ${code}`)
  })
  const [[number]] = await Promise.all([
    once(child, 'message', { signal: AbortSignal.timeout(limitMs) }),
    exited,
  ])
  return number as number
}
