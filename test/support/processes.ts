import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished } from 'vitest'
import { eventually } from './eventually.js'

const scripts = {
  ingress: 'apps/ingress/dist/main.js',
  worker: 'apps/worker/dist/main.js',
  api: 'apps/api/dist/main.js',
  migrate: 'apps/api/dist/migrate.js',
}

export type Role = keyof typeof scripts

type Child = ChildProcessByStdio<null, Readable, Readable>

/** The built main of a process, as compose starts it, on a free port. Ended with the test at the latest. */
export function spawnProcess(role: Role, env: NodeJS.ProcessEnv): Child {
  const script = fileURLToPath(new URL(`../../${scripts[role]}`, import.meta.url))
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, BASE_URL: '', PORT: '0', ...env }, // Vite has set a BASE_URL of its own
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves once the process says that it is ready. */
export async function startProcess(role: Role, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = spawnProcess(role, env)
  for await (const lines of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(lines).includes('"msg":"ready"')) return child
  }
  throw new Error(`${role} ended before it was ready: ${await child.stderr.toArray()}`)
}

/** Asks it to end. `code` is null when it had to be killed after `withinMs`. */
export async function stopProcess(
  child: Child,
  withinMs: number,
): Promise<{ code: number | null; ms: number }> {
  const began = performance.now()
  const kill = setTimeout(() => child.kill('SIGKILL'), withinMs)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  clearTimeout(kill)
  return { code, ms: performance.now() - began }
}

export type OpsProcess = Awaited<ReturnType<typeof startWithOps>>

/** A process with a port for operators, and all that it ever writes; it may not be ready yet. */
export async function startWithOps(role: Role, env: NodeJS.ProcessEnv) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawnProcess(role, { ...env, PORT: String(port), OPS_PORT: String(opsPort) })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => written.push(text))
  const ask = (path: string) => fetch(`http://127.0.0.1:${opsPort}${path}`)
  const readiness = async () => (await (await ask('/readyz')).json()) as Readiness
  const metrics = async () => (await ask('/metrics')).text()
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    written: () => written.join(''),
    ask,
    readiness,
    metrics,
    figure: async (name: string) => figureIn(await metrics(), name),
    untilReady: () => eventually(async () => expect(await readiness()).toMatchObject({ ready: true })),
  }
}

type Readiness = { ready: boolean; reasons: string[]; warnings: string[] }

/** The value of a metric, named as /metrics has it, with its labels; undefined when it is not there. */
export function figureIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find(each => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
