import type { Server } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { newId } from '../ids.js'
import { defaultConnectionLimits } from '../process/env.js'
import type { Log } from '../process/log.js'
import { commonRefusals } from '../refusals/common-refusals.js'
import { readInTurn } from './connection-turns.js'
import { type ConnectionLimits, limitConnections, trustOf } from './connections.js'
import { discardRest } from './discard-rest.js'
import { endConnectionsOnClose, trackSockets } from './drain.js'
import { inviteBodiesLate } from './invite-body.js'
import { listenOnLoopback } from './loopback.js'
import { mergeHookSlashes } from './paths.js'
import { limitPipelining } from './pipelining.js'
import {
  answerClientErrors,
  answerConnects,
  answerErrors,
  type RequestStep,
  refuseBadPath,
  wrongHost,
} from './request-errors.js'
import { sendRefusal } from './send-refusal.js'
import { countStrangers, type Strangers } from './strangers.js'
import { answerUnknownPaths } from './unknown-paths.js'
import { defaultUnreadLimits, limitUnreadAnswers, type UnreadLimits } from './unread-answers.js'
import { upgradeOptions } from './upgrades.js'

export type AppOptions = {
  log: Log
  /** Sent with every response as X-Version-Id. */
  versionId: string
  /** Trusted proxies, whose X-Forwarded-For is used: a number of hops, or addresses and ranges. None by default. */
  trustProxy?: number | string | undefined
  /** While this returns true, each response closes its connection. */
  stopping?: () => boolean
  /** Whether clients use https even if the proxy does not report it. */
  baseUrlIsHttps?: boolean
  /** Limits on open connections. The default is that of the environment variables. */
  connectionLimits?: ConnectionLimits
  /** Limits the calls of unknown callers. Without it, as on a port for operators only, they are not counted. */
  strangers?: Strangers | undefined
  /** Limits on responses that clients do not read. */
  unreadLimits?: UnreadLimits
  /** How long idle connections stay open once the app closes. By default they close immediately. */
  idleGraceMs?: number
}

/** Long enough for a 3 MiB body over a bad line, short enough that a stuck sender does not hold a socket forever. */
const requestTimeoutMs = 60_000
/** Also applies to connections that send nothing at all. */
const headersTimeoutMs = 15_000
const lookForTimeoutsEveryMs = 5_000

/**
 * Builds the Fastify app that every process uses. Every response carries a request id and the version, and every error
 * response is the error object (docs/behaviour.md, errors).
 */
export function buildApp({
  log,
  versionId,
  trustProxy,
  stopping = () => false,
  baseUrlIsHttps,
  strangers,
  connectionLimits = defaultConnectionLimits,
  unreadLimits = defaultUnreadLimits,
  idleGraceMs = 0,
}: AppOptions): FastifyInstance {
  const trust = trustOf(trustProxy)
  const secure = securityHeaders({ baseUrlIsHttps, hasProxy: trustProxy !== undefined })
  const identify: RequestStep = (request, reply) => {
    reply.header('x-request-id', request.id).header('x-version-id', versionId)
    secure(request, reply)
  }
  const app = fastify({
    logger: false,
    http: {
      ...upgradeOptions,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: lookForTimeoutsEveryMs,
      requireHostHeader: false, // `wrongHost` checks it
    },
    rewriteUrl: mergeHookSlashes,
    genReqId: newId, // never the caller's own X-Request-Id
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false, // while we stop, a connection's next request is answered and closes it
    frameworkErrors: refuseBadPath(identify),
    clientErrorHandler: answerClientErrors(versionId),
    trustProxy: trustProxy === undefined ? false : trust,
  })
  limitPipelining(app)
  beginCalls(app, identify, stopping)
  answerUnknownPaths(app, strangers)
  if (strangers) countStrangers(app, strangers)
  inviteBodiesLate(app)
  answerConnects(app.server, versionId)
  manageSockets(app, unreadLimits, idleGraceMs)
  limitConnections(app.server, { limits: connectionLimits, isProxy: address => trust(address, 0), log })
  app.removeAllContentTypeParsers() // each app adds its own; bodies are not read otherwise
  answerErrors(app, log)
  return app
}

function beginCalls(app: FastifyInstance, identify: RequestStep, stopping: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply)
    if (request.method === 'GET' || request.method === 'HEAD') discardRest(reply) // their bodies are never read
    if (stopping()) reply.header('connection', 'close')
    const badHost = wrongHost(request.raw)
    if (badHost) sendRefusal(reply, commonRefusals.bad_request, badHost)
    else done()
  })
}

function manageSockets(app: FastifyInstance, unreadLimits: UnreadLimits, idleGraceMs: number): void {
  const sockets = trackSockets(app.server)
  const further: Server[] = []
  endConnectionsOnClose(app, { sockets, further, idleGraceMs })
  listenOnLoopback(app, further) // registered after the drain, so onClose runs in the reverse order
  limitUnreadAnswers(app, sockets, unreadLimits)
  readInTurn(app.server)
}

/** One year. Subdomains may belong to others, so they are not included. */
const httpsOnly = 'max-age=31536000'

type SafetyOptions = {
  /** Whether clients use https even if the proxy does not report it. */
  baseUrlIsHttps?: boolean | undefined
  /** Whether X-Forwarded-Proto of a trusted proxy is used. */
  hasProxy: boolean
}

/**
 * Returns a function that adds the security headers: no content sniffing, and with https, Strict-Transport-Security
 * (RFC 6797).
 */
function securityHeaders({ baseUrlIsHttps = false, hasProxy }: SafetyOptions) {
  const isHttps = (request: FastifyRequest) => baseUrlIsHttps || (hasProxy && request.protocol === 'https')
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.header('x-content-type-options', 'nosniff')
    if (isHttps(request)) reply.header('strict-transport-security', httpsOnly)
  }
}
