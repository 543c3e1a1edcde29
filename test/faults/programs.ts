import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@posthorn/standalone/services'
import { openTcpProxy } from '../support/tcp-proxy.js'
import { openPart, ready, startProcess } from './part.js'
import { type ProgramName, programs, type ServiceName } from './plan.js'
import { secretsKey } from './seed-hooks.js'
import type { Closing } from './services.js'

const mains = {
  ingress: fileURLToPath(new URL('../../apps/ingress/dist/main.js', import.meta.url)),
  worker: fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url)),
}

export type Role = keyof typeof mains

const readyWithinMs = 60_000

export type ProgramOptions = {
  /** The URLs of Redis and Postgres for each process, through its own proxies. */
  urls: Record<ServiceName, string>
  /** The folder for their logs. */
  folder: string
  closing: Closing
  surprised: (words: string) => void
}

export type RigProgram = Awaited<ReturnType<typeof openProgram>>

/** Starts all processes without waiting until they are ready. */
export async function openPrograms(options: ProgramOptions): Promise<Record<ProgramName, RigProgram>> {
  const opened = programs.map(async name => [name, await openProgram(name, options)])
  return Object.fromEntries(await Promise.all(opened))
}

async function openProgram(name: ProgramName, { urls, folder, closing, surprised }: ProgramOptions) {
  const role: Role = name.startsWith('ingress') ? 'ingress' : 'worker'
  const lines = { redis: await openTcpProxy(urls.redis), postgres: await openTcpProxy(urls.postgres) }
  closing.push(lines.redis.cut, lines.postgres.cut)
  const [port, opsPort] = [await freePort(), await freePort()]
  const env = {
    DATABASE_URL: lines.postgres.url,
    REDIS_URL: lines.redis.url,
    PORT: String(port),
    OPS_PORT: String(opsPort),
    HOOK_RATE: '1000000/60',
    ...(role === 'ingress' && { SECRETS_KEY: secretsKey }),
  }
  const logFile = join(folder, `${name}.log`)
  const part = await openPart(() => startProcess(name, mains[role], env, logFile), surprised)
  closing.push(part.stop)
  return {
    role,
    part,
    lines,
    url: `http://127.0.0.1:${port}`,
    ready: () => ready(name, `http://127.0.0.1:${opsPort}`, readyWithinMs),
  }
}
