import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, type Running, type Service, startNode, startRedis } from '@posthorn/standalone/services'
import { onTestFinished } from 'vitest'

const log = () => {}

/** A Redis that this test may kill; `again` starts it on the same port with its data. */
export async function ownRedis(): Promise<{ redis: Service; again: () => Promise<Service> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-redis-'))
  const port = await freePort()
  let running: Service
  const again = async () => {
    running = await startRedis({ dataDir, port, log })
    return running
  }
  const redis = await again()
  onTestFinished(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { redis, again }
}

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
