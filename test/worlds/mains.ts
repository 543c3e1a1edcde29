import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const scripts = {
  ingress: 'apps/ingress/dist/main.js',
  worker: 'apps/worker/dist/main.js',
  api: 'apps/api/dist/main.js',
  migrate: 'apps/api/dist/migrate.js',
}

export type Role = keyof typeof scripts

type Child = ChildProcessByStdio<null, Readable, Readable>

/** The built main of a process, as compose starts it, on a free port. Ended with the test at the latest. */
export function spawnMain(role: Role, env: NodeJS.ProcessEnv): Child {
  const script = fileURLToPath(new URL(`../../${scripts[role]}`, import.meta.url))
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, BASE_URL: '', PORT: '0', ...env }, // Vite has set a BASE_URL of its own
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves once the process says that it is ready. */
export async function startMain(role: Role, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = spawnMain(role, env)
  for await (const lines of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(lines).includes('"msg":"ready"')) return child
  }
  throw new Error(`${role} ended before it was ready: ${await child.stderr.toArray()}`)
}

/** Asks it to end. `code` is null when it had to be killed after `withinMs`. */
export async function stopMain(child: Child, withinMs: number): Promise<{ code: number | null; ms: number }> {
  const began = performance.now()
  const kill = setTimeout(() => child.kill('SIGKILL'), withinMs)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  clearTimeout(kill)
  return { code, ms: performance.now() - began }
}
