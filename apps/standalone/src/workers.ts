import { fileURLToPath } from 'node:url'
import { withTimeout } from '@posthorn/queue'
import type { ProcessFigures } from '@posthorn/server'
import { freePort, type NodeProcess, type PrintLine, type Service, startNode } from './services/index.js'
import { supervise } from './services/process/supervise.js'
import { StartupError } from './startup-error.js'

const script = fileURLToPath(new URL('main.js', import.meta.resolve('@posthorn/worker')))

const readyWithinMs = 60_000
/** Longer than a worker's own checks of Postgres and Redis. */
const answerWithinMs = 5_000
/** Current batches take less. The next start finds one that does not finish, and posts it once. */
export const workersStopWithinMs = 12_000

export type Workers = Awaited<ReturnType<typeof startWorkers>>

export type WorkerEnv = Record<
  'BASE_URL' | 'DATABASE_URL' | 'REDIS_URL' | 'DELIVERY_DAYS' | 'LOG_LEVEL',
  string
>

/** Starts worker processes and restarts each when it dies. Resolves when all of them take batches. */
export async function startWorkers(count: number, env: WorkerEnv, log: PrintLine) {
  const starting = Array.from({ length: count }, (_, index) =>
    supervise(() => startWorker(`Worker ${index + 1}`, env), log),
  )
  const settled = await Promise.allSettled(starting)
  const running = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  const stop = async () => {
    await Promise.all(running.map(worker => worker.stop()))
  }
  const failed = settled.find(result => result.status === 'rejected')
  if (!failed) return { stop, ...asking(running.map(worker => worker.current)) }
  await stop()
  throw failed.reason
}

async function startWorker(name: string, env: WorkerEnv): Promise<Service> {
  const port = await freePort()
  const worker = await startNode({
    name,
    script,
    stopWithinMs: workersStopWithinMs,
    env: { ...process.env, ...env, HOST: '127.0.0.1', OPS_PORT: String(port) },
  })
  await untilReady(worker)
  return { ...worker, url: `http://127.0.0.1:${port}` }
}

/** Queries of the running workers, whose ports nobody else knows. */
function asking(workers: (() => Service)[]) {
  return {
    /** Their metrics by name, without workers that don't respond. */
    figures: async () => {
      const asked = workers.map(async (current): Promise<[string, ProcessFigures]> => {
        const answer = await ask(`${current().url}/metrics`)
        const figures = answer?.ok ? ((await answer.json().catch(() => [])) as ProcessFigures) : []
        return [current().name, figures]
      })
      return Object.fromEntries(await Promise.all(asked))
    },
    /** For `/readyz`: one ready worker is enough. */
    trouble: async () => {
      const answers = await Promise.all(workers.map(current => ask(`${current().url}/readyz`)))
      if (answers.some(answer => answer?.ok)) return undefined
      const reasons = await Promise.all(answers.map(async answer => (await linesIn(answer)).reasons))
      return ['none of them is ready', ...new Set(reasons.flat())].join(': ')
    },
    /** What they warn of, each warning once; undefined when there is none. */
    warnings: async () => {
      const answers = await Promise.all(workers.map(current => ask(`${current().url}/readyz`)))
      const warnings = await Promise.all(answers.map(async answer => (await linesIn(answer)).warnings))
      return [...new Set(warnings.flat())].join(', ') || undefined
    },
  }
}

type Readiness = { reasons: string[]; warnings: string[] }

async function linesIn(answer: Response | undefined): Promise<Readiness> {
  const body = (await answer?.json().catch(() => undefined)) as Partial<Readiness> | undefined
  return { reasons: [], warnings: [], ...body }
}

const headers = { accept: 'application/json' }

function ask(url: string): Promise<Response | undefined> {
  return fetch(url, { headers, signal: AbortSignal.timeout(answerWithinMs) }).catch(() => undefined)
}

async function untilReady(worker: NodeProcess): Promise<void> {
  const readyOrEnded = Promise.race([worker.ready, worker.exited.then(() => 'ended before it was ready')])
  const late = `was not ready within ${readyWithinMs / 1000} s`
  const end = await withTimeout(readyOrEnded, readyWithinMs, late)
  if (!end) return
  await worker.stop()
  throw new StartupError(`${worker.name} ${end}`)
}
