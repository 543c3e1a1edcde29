import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, type Log, type Running, startNode } from './services/index.js'
import { supervise } from './supervise.js'
import { Trouble } from './trouble.js'

const script = fileURLToPath(new URL('main.js', import.meta.resolve('@posthorn/worker')))

const readyWithinMs = 60_000
const betweenProbesMs = 25

export type WorkerEnv = Record<
  'BASE_URL' | 'DATABASE_URL' | 'REDIS_URL' | 'DELIVERY_DAYS' | 'LOG_LEVEL',
  string
>

/** Starts so many worker processes, each started again when it dies; resolves once all of them take batches. */
export async function startWorkers(count: number, env: WorkerEnv, log: Log) {
  const starting = Array.from({ length: count }, (_, index) =>
    supervise(() => startWorker(`Worker ${index + 1}`, env), log),
  )
  const settled = await Promise.allSettled(starting)
  const running = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => {
    await Promise.all(running.map(worker => worker.stop()))
  }
  const failed = settled.find(result => result.status === 'rejected')
  if (!failed) return { stop }
  await stop()
  throw failed.reason
}

async function startWorker(name: string, env: WorkerEnv): Promise<Running> {
  const port = await freePort()
  const worker = await startNode({
    name,
    script,
    env: { ...process.env, ...env, HOST: '127.0.0.1', OPS_PORT: String(port) },
  })
  await untilReady(worker, `http://127.0.0.1:${port}/readyz`)
  return worker
}

async function untilReady(worker: Running, url: string): Promise<void> {
  let ended = false
  void worker.exited.then(() => {
    ended = true
  })
  for (const deadline = performance.now() + readyWithinMs; !ended && performance.now() < deadline; ) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await delay(betweenProbesMs)
  }
  await worker.stop()
  throw new Trouble(
    ended
      ? `${worker.name} ended before it was ready`
      : `${worker.name} was not ready within ${readyWithinMs / 1000} s`,
  )
}
