import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildApp } from '../http/app.js'
import { sendRefusal } from '../http/send-refusal.js'
import { markCounted } from '../http/strangers.js'
import type { Closable } from '../process/close.js'
import type { Log } from '../process/log.js'
import { versionId } from '../process/version.js'
import { commonRefusals } from '../refusals/common-refusals.js'
import { type Checks, failedChecks, registerCheckMetrics } from './checks.js'
import { type Metrics, metricsContentType } from './metrics.js'

export type OpsOptions = {
  log: Log
  metrics: Metrics
  /** Must pass before the process is ready for work. */
  checks: Checks
  /** Checks that only cause a warning: the process works without these for a while. */
  degraded?: Checks
  host: string
  /** A separate port (OPS_PORT), which responds from before the process is ready until it exits. */
  port: number | undefined
  /** METRICS_TOKEN: a caller that sends it is an operator, from any address. */
  token?: string | undefined
  /** How long calls are still accepted after /readyz turns to `stopping`; 0 for a process that gets no calls. */
  graceMs?: number | undefined
  /** The body of /metrics. The default is the process's own metrics. */
  metricsText?: () => Promise<string>
}

/**
 * The operators' calls: GET /livez, /readyz and /metrics. On a port that others reach too, only operators see everything.
 * Others only learn whether the process is ready.
 */
export type Ops = {
  /** Adds the calls to this server, which others reach too, unless they have a separate port. */
  routesOn: (app: FastifyInstance) => void
  /** Makes /readyz report the checks from now on. */
  begin: () => void
  stopping: () => boolean
  /** Close this first: /readyz turns to `stopping`, and load balancers get a moment to notice. */
  readiness: Closable
  /** Close this last. */
  server: Closable
}

/** What keeps the process from being ready, apart from its checks. */
type State = { reasons: string[] }

/** Long enough for a load balancer that probes once a second. */
const usualGraceMs = 1000
/** All callers share one run of the checks per interval, however often they call. */
const sharedForMs = 1000

export async function openOps(options: OpsOptions): Promise<Ops> {
  const { log, metrics, checks, degraded = {}, host, port, graceMs = usualGraceMs } = options
  let state: State = { reasons: ['starting'] }
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
    begin: () => {
      state = { reasons: [] }
    },
    stopping: () => stopping,
    readiness: {
      close: async () => {
        stopping = true
        state = { reasons: ['stopping'] }
        if (own) await delay(graceMs)
      },
    },
    server: { close: async () => own?.close() },
  }
}

/** `isOwn`: on a separate port, which only operators reach. There, a token guards the metrics if one is set. */
type RouteOptions = OpsOptions & { isOwn: boolean }

function opsRoutes(app: FastifyInstance, options: RouteOptions, state: () => State): void {
  const { checks, degraded = {}, metrics, metricsText = metrics.text, isOwn, token } = options
  const failed = shared(sharedForMs, () => failedChecks(checks))
  const weak = shared(sharedForMs, () => failedChecks(degraded))
  const onRequest = async (request: FastifyRequest) => {
    if (isOperator(request, token)) markCounted(request)
  }
  app.get('/livez', { onRequest }, async () => ({ live: true }))
  app.get('/readyz', { onRequest }, async (request, reply) => {
    const seesAll = isOwn || isOperator(request, token)
    const [missing, warnings] = await Promise.all([failed(), seesAll ? weak() : []])
    const reasons = [...state().reasons, ...missing]
    const ready = reasons.length === 0
    const more = seesAll ? { reasons, warnings } : {}
    return reply.code(ready ? 200 : 503).send({ ready, ...more })
  })
  app.get('/metrics', { onRequest }, async (request, reply) => {
    const seesAll = (isOwn && token === undefined) || isOperator(request, token)
    if (!seesAll)
      return sendRefusal(reply.header('www-authenticate', 'Bearer'), commonRefusals.operators_only)
    if (request.headers.accept === 'application/json') return metrics.figures()
    return reply.type(metricsContentType).send(await metricsText())
  })
}

/** Returns a function that shares one answer among all calls within `ms`. */
function shared<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > ms) last = { answer: ask(), at: now }
    return last.answer
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Headers that proxies add and that TRUST_PROXY does not resolve. */
const ofSomeProxy = ['forwarded', 'via', 'x-real-ip']
/** Headers that proxies add and that TRUST_PROXY resolves. */
const ofATrustedProxy = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Returns whether the caller operates this process: it calls from this machine, or has the token if one is set. */
function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  return isOnThisMachine(request) || (token !== undefined && hasToken(request, token))
}

/**
 * Returns whether the call originated on this machine. A local proxy forwards calls from elsewhere: if the headers show one,
 * all addresses that TRUST_PROXY resolves must be loopback addresses, and without TRUST_PROXY the call counts as external.
 */
function isOnThisMachine({ headers, socket, ips = [] }: FastifyRequest): boolean {
  const has = (name: string) => headers[name] !== undefined
  if (ofSomeProxy.some(has)) return false
  if (ofATrustedProxy.some(has) && ips.length <= 1) return false // the first is the peer
  return [socket.remoteAddress ?? '', ...ips].every(isLoopback)
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Compares digests in constant time: they have the same length, whatever was sent. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
