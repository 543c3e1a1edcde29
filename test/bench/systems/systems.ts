import { freePort } from '@posthorn/standalone/services'
import type { Processes } from '../measure/processor-time.js'
import { answers, nextMessage, type Program, type ProgramName, start } from './programs.js'
import type { Rig } from './rig.js'

/** Running processes, without Postgres and Redis. */
export type Running = { processes: Processes; stop: () => Promise<unknown> }

/** A server that accepts calls. */
export type System = Running & { urlOf: (key: string) => string }

/** Leaves the limiter on, with a limit that nobody reaches. */
const unlimited = '999999999/60'

/** The number of worker processes of either system: the cores of the machine for which the goals are set. */
const workerCount = 2

export async function startIngress(rig: Rig): Promise<System> {
  return serve('ingress', '/readyz', { ...rig.env, HOOK_RATE: unlimited })
}

export async function startWorkers(rig: Rig, count = workerCount): Promise<Running> {
  const one = async () => {
    const port = String(await freePort())
    const worker = start('worker', { ...rig.env, OPS_PORT: port })
    await answers(`http://127.0.0.1:${port}/readyz`)
    return worker
  }
  return together('workers', await Promise.all(Array.from({ length: count }, one)))
}

export async function startApi(rig: Rig): Promise<System> {
  return serve('api', '/readyz', { ...rig.env, API_RATE: 'off' })
}

export async function startPosthorn(rig: Rig): Promise<System> {
  return joined(...(await Promise.all([startIngress(rig), startWorkers(rig)])))
}

export async function startNaive(rig: Rig): Promise<System> {
  const one = async () => {
    const worker = start('naiveWorker', rig.env)
    await nextMessage(worker.child)
    return worker
  }
  const workers = Promise.all(Array.from({ length: workerCount }, one))
  return joined(await serve('naiveIngress', '/', rig.env), together('workers', await workers))
}

export async function startBare(_rig: Rig): Promise<System> {
  return serve('bare', '/', {})
}

/** Starts a server, and waits until it responds at `path`. */
async function serve(name: ProgramName, path: string, env: NodeJS.ProcessEnv): Promise<System> {
  const port = await freePort()
  const program = start(name, { ...env, PORT: String(port) })
  await answers(`http://127.0.0.1:${port}${path}`)
  return {
    ...together(name === 'api' ? 'api' : 'ingress', [program]),
    urlOf: key => `http://127.0.0.1:${port}/hooks/${key}`,
  }
}

function together(name: string, programs: Program[]): Running {
  return {
    processes: programs.map(({ pid }) => ({ name, pid })),
    stop: () => Promise.all(programs.map(program => program.stop())),
  }
}

function joined(server: System, workers: Running): System {
  return {
    ...server,
    processes: [...server.processes, ...workers.processes],
    stop: () => Promise.all([server.stop(), workers.stop()]),
  }
}

/** Lends a system while it runs, and stops it however the use ends. */
export async function using<Started extends Running, Found>(
  starting: Promise<Started>,
  use: (started: Started) => Promise<Found>,
): Promise<Found> {
  const started = await starting
  try {
    return await use(started)
  } finally {
    await started.stop()
  }
}
