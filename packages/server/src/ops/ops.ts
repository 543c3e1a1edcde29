import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../http/app.js'
import { sendRefusal } from '../http/send-refusal.js'
import type { Closable } from '../process/close.js'
import type { Log } from '../process/log.js'
import { versionId } from '../process/version.js'
import { commonRefusals } from '../refusals/common.js'
import { type Checks, failedChecks, registerCheckMetrics } from './checks.js'
import { type Metrics, metricsContentType } from './metrics.js'
import { isOperator } from './operators.js'

export type OpsOptions = {
  log: Log
  metrics: Metrics
  /** What must hold before the process is sent work. */
  checks: Checks
  /** What the process works without, for a while: a warning. */
  degraded?: Checks
  host: string
  /** A port of its own (OPS_PORT), which answers from before the process is ready until its end. */
  port: number | undefined
  /** METRICS_TOKEN: who sends it is an operator, wherever he asks from. */
  token?: string | undefined
  /** How long calls are still taken after /readyz turned to `stopping`; 0 where none are sent. */
  graceMs?: number
  /** What /metrics says; when absent, the process's own metrics. */
  metricsText?: () => Promise<string>
}

/**
 * What whoever operates a process asks it: GET /livez, /readyz and /metrics. On a port that others reach too, only an
 * operator is told all; others learn whether the process is ready, and nothing else.
 */
export type Ops = {
  /** Without a port of its own, the calls are this server's too: a port that others reach. */
  routesOn: (app: FastifyInstance) => void
  /** From now on /readyz says what the checks say. `warnings`: what is weaker than promised although it works. */
  begin: (warnings?: string[]) => void
  stopping: () => boolean
  /** To be closed first: /readyz says `stopping`, and there is a moment for load balancers to hear it. */
  readiness: Closable
  /** To be closed last. */
  server: Closable
}

type State = { reasons: string[]; warnings: string[] }

/** A load balancer that asks every second has heard it then. */
const usualGraceMs = 1000
/** Strangers may ask as often as they like: in such a time there is one look for all of them. */
const lookKeptMs = 1000

export async function openOps(options: OpsOptions): Promise<Ops> {
  const { log, metrics, checks, degraded = {}, host, port, graceMs = usualGraceMs } = options
  let state: State = { reasons: ['starting'], warnings: [] }
  let stopping = false
  registerCheckMetrics(metrics, { ...checks, ...degraded })

  const routes = (app: FastifyInstance) =>
    opsRoutes(app, { ...options, isOwn: port !== undefined }, () => state)
  const own = port === undefined ? undefined : buildApp({ log, versionId })
  if (own && port !== undefined) {
    routes(own)
    await own.listen({ host, port })
  }
  return {
    routesOn: app => void (own ?? routes(app)),
    begin: (warnings = []) => {
      state = { reasons: [], warnings }
    },
    stopping: () => stopping,
    readiness: {
      close: async () => {
        stopping = true
        state = { ...state, reasons: ['stopping'] }
        if (own) await delay(graceMs)
      },
    },
    server: { close: async () => own?.close() },
  }
}

/** `isOwn`: on a port of its own, which only operators reach; there a token, where there is one, guards the figures. */
type RouteOptions = OpsOptions & { isOwn: boolean }

function opsRoutes(app: FastifyInstance, options: RouteOptions, state: () => State): void {
  const { checks, degraded = {}, metrics, metricsText = metrics.text, isOwn, token } = options
  const forStrangers = kept(lookKeptMs, () => failedChecks(checks))
  app.get('/livez', async () => ({ live: true }))
  app.get('/readyz', async (request, reply) => {
    const isTold = isOwn || isOperator(request, token)
    const [lacking, weak] = await Promise.all(
      isTold ? [failedChecks(checks), failedChecks(degraded)] : [forStrangers(), []],
    )
    const reasons = [...state().reasons, ...lacking]
    const ready = reasons.length === 0
    const more = isTold ? { reasons, warnings: [...state().warnings, ...weak] } : {}
    return reply.code(ready ? 200 : 503).send({ ready, ...more })
  })
  app.get('/metrics', async (request, reply) => {
    const isTold = (isOwn && token === undefined) || isOperator(request, token)
    if (!isTold) return sendRefusal(reply.header('www-authenticate', 'Bearer'), commonRefusals.operators_only)
    if (request.headers.accept === 'application/json') return metrics.figures()
    return reply.type(metricsContentType).send(await metricsText())
  })
}

/** The same answer for all who ask within `ms`. */
function kept<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > ms) last = { answer: ask(), at: now }
    return last.answer
  }
}
