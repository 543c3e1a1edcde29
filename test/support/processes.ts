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
  'reset-password': 'apps/api/dist/reset-password.js',
}

export type Role = keyof typeof scripts

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Spawns the built main of a process on a free port, as compose does. `flags` are Node's. Killed at the end of the test. */
export function spawnProcess(role: Role, env: NodeJS.ProcessEnv, flags: string[] = []): Child {
  const script = fileURLToPath(new URL(`../../${scripts[role]}`, import.meta.url))
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, BASE_URL: '', PORT: '0', ...env }, // Vite sets a BASE_URL
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves when the process logs that it is ready. `flags` are Node's. */
export async function startProcess(role: Role, env: NodeJS.ProcessEnv, flags?: string[]): Promise<Child> {
  const child = spawnProcess(role, env, flags)
  for await (const lines of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(lines).includes('"msg":"ready"')) return child
  }
  throw new Error(`${role} exited before it was ready: ${await child.stderr.toArray()}`)
}

/** Sends SIGTERM. `code` is null if the process had to be killed after `withinMs`. */
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

/** Spawns a process with a port for operators, and records its output. It may not be ready yet. */
export async function startWithOps(role: Role, env: NodeJS.ProcessEnv) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawnProcess(role, { ...env, PORT: String(port), OPS_PORT: String(opsPort) })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => written.push(text))
  const ask = async (path: string) => {
    if (child.exitCode !== null) throw new Error(`${role} exited with ${child.exitCode}: ${written.join('')}`)
    return fetch(`http://127.0.0.1:${opsPort}${path}`)
  }
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

/** Returns the value of a metric, named with its labels as in /metrics, or undefined if it is absent. */
export function figureIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find(each => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
