import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const probe = here('stall-probe.js')
const scripts = {
  ingress: here('../../../apps/ingress/dist/main.js'),
  api: here('../../../apps/api/dist/main.js'),
  worker: here('../../../apps/worker/dist/main.js'),
}
export type Role = keyof typeof scripts

/** The longest stall of each process's event loop, in milliseconds without the time that it waited for a core. */
export type Stalls = Record<Role, number>

const readyWithinMs = 120_000
const betweenLooksMs = 50

export type Rig = Awaited<ReturnType<typeof startRig>>

/** Starts each process of the product with a probe of its event loop. Callers' addresses are those in X-Forwarded-For. */
export async function startRig(env: { DATABASE_URL: string; REDIS_URL: string; FILES_DIR: string }) {
  const ports = { ingress: await freePort(), api: await freePort(), worker: await freePort() }
  const urlOf = (role: Role) => `http://127.0.0.1:${ports[role]}`
  const start = (role: Role) => {
    const own = role === 'worker' ? { OPS_PORT: ports.worker } : { PORT: ports[role], TRUST_PROXY: '1' }
    const given = { ...process.env, ...env, ...own, API_URL: urlOf('api'), BASE_URL: '', LOG_LEVEL: 'error' }
    const child = fork(scripts[role], [], {
      execArgv: ['--import', probe],
      env: given as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    return { child, exited: once(child, 'exit') }
  }
  const started = { ingress: start('ingress'), api: start('api'), worker: start('worker') }
  for (const role of Object.keys(started) as Role[])
    await untilReady(`${urlOf(role)}/readyz`, started[role].child)
  const ask = async (role: Role) => stallOf(started[role].child)
  return {
    urlOf,
    /** Returns the longest stalls since the last question. */
    stalls: async (): Promise<Stalls> => {
      const [ingress, api, worker] = await Promise.all([ask('ingress'), ask('api'), ask('worker')])
      return { ingress, api, worker }
    },
    stop: async () => {
      for (const { child } of Object.values(started)) child.kill('SIGTERM')
      await Promise.all(Object.values(started).map(({ exited }) => exited))
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + readyWithinMs; ; await delay(betweenLooksMs)) {
    if ((await fetch(url).catch(() => undefined))?.ok) return
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${url} is not ready`)
  }
}

async function stallOf(child: ChildProcess): Promise<number> {
  const answered = new Promise<number>((resolve, reject) => {
    const end = () => reject(new Error(`${child.spawnargs.at(-1)} ended`))
    child.once('exit', end)
    child.on('message', function listen(message: { stallMs?: number }) {
      if (message.stallMs === undefined) return // of another purpose
      child.off('message', listen).off('exit', end)
      resolve(message.stallMs)
    })
  })
  child.send('stall?')
  return answered
}
