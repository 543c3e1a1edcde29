import { fileURLToPath } from 'node:url'
import { type Running, startNode } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'

const scripts = {
  worker: fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url)),
  fragile: fileURLToPath(new URL('fragile-worker.ts', import.meta.url)),
}

export type ProcessEnv = { DATABASE_URL: string; REDIS_URL: string; PREFIX?: string }

/** Starts a worker process, which ends with the test. Certain texts kill a `fragile` one. */
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
      BASE_URL: '', // Vite sets one
      ...env,
    },
  })
  onTestFinished(() => worker.stop())
  return worker
}
