import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { buildApp } from './http/app.js'
import { listenBacklog } from './http/connections.js'
import type { Strangers } from './http/strangers.js'
import type { Ops } from './ops/ops.js'
import type { variables } from './process/env.js'
import type { Log } from './process/log.js'
import { versionId } from './process/version.js'

/** Variables of every process that serves HTTP on PORT. */
export const serverVariables = [
  'HOST',
  'PORT',
  'OPS_PORT',
  'METRICS_TOKEN',
  'BASE_URL',
  'TRUST_PROXY',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
] as const

type ServerEnv = z.infer<z.ZodObject<Pick<typeof variables, (typeof serverVariables)[number]>>>

/** Longer than a busy client pauses between two calls, so that it learns from a response that its connection closes. */
const idleGraceMs = 2000

/** Builds the Fastify app that the variables configure, with the operators' calls. It does not listen yet. */
export function buildServer(
  env: ServerEnv,
  { log, ops, strangers }: { log: Log; ops: Ops; strangers: Strangers },
): FastifyInstance {
  const app = buildApp({
    log,
    strangers,
    versionId,
    trustProxy: env.TRUST_PROXY,
    stopping: ops.stopping,
    baseUrlIsHttps: env.BASE_URL?.startsWith('https:') ?? false,
    idleGraceMs,
    connectionLimits: { inAll: env.MAX_CONNECTIONS, perAddress: env.MAX_CONNECTIONS_PER_ADDRESS },
  })
  ops.routesOn(app)
  return app
}

/** Listens on HOST and PORT. Resolves to the address when the server accepts connections. */
export async function listen(app: FastifyInstance, { HOST: host, PORT: port }: ServerEnv) {
  await app.listen({ host, port, backlog: listenBacklog })
  return { host, port }
}
