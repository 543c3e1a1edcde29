import { fileURLToPath } from 'node:url'
import { type Running, startNode } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'

const scripts = {
  worker: fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url)),
  fragile: fileURLToPath(new URL('fragile-worker.ts', import.meta.url)),
}

export type ProcessEnv = { DATABASE_URL: string; REDIS_URL: string; PREFIX?: string }

/** A worker as a process of its own, ended with the test at the latest. `fragile` is one that certain texts end. */
export async function startWorkerProcess(
  env: ProcessEnv,
  kind: keyof typeof scripts = 'worker',
): Promise<Running> {
  const worker = await startNode({
    name: kind,
    script: scripts[kind],
    env: {
      ...process.env,
      NODE_OPTIONS: kind === 'fragile' ? '--import tsx' : '',
      LOG_LEVEL: 'silent',
      BASE_URL: '', // Vite has set one of its own
      ...env,
    },
  })
  onTestFinished(() => worker.stop())
  return worker
}
