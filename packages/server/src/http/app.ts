import type { Server } from 'node:net'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
import { newId } from '../ids.js'
import type { Log } from '../process/log.js'
import { commonRefusals } from '../refusals/common.js'
import { answerClientErrors, answerConnects } from './client-error.js'
import { readInTurn } from './connection-turns.js'
import { type ConnectionLimits, defaultConnectionLimits, limitConnections } from './connections.js'
import { discardRest } from './discard-rest.js'
import { endConnectionsOnClose } from './drain.js'
import { wrongHost } from './host-header.js'
import { inviteBodiesLate } from './invite-body.js'
import { listenOnLoopback } from './loopback.js'
import { trackSockets } from './open-sockets.js'
import { limitPipelining } from './pipelining.js'
import { tellSafety } from './security-headers.js'
import { sendRefusal } from './send-refusal.js'
import { trustOf } from './trusted-proxies.js'
import { answerUnknownPaths } from './unknown-paths.js'
import { defaultUnreadLimits, limitUnreadAnswers, type UnreadLimits } from './unread-answers.js'
import { upgradeOptions } from './upgrades.js'

export type AppOptions = {
  log: Log
  /** The X-Version-Id of every answer. */
  versionId: string
  /** Whose X-Forwarded-For counts: a number of hops, or addresses and ranges. Nobody's when absent. */
  trustProxy?: number | string | undefined
  /** From when this is true on, each answer is its connection's last. */
  stopping?: () => boolean
  /** True when people come over https although this process is not told so by its proxy. */
  baseUrlIsHttps?: boolean
  /** How many callers may be connected; as the variables have it when absent. */
  connectionLimits?: ConnectionLimits
  /** What answers may hold that nobody reads. */
  unreadLimits?: UnreadLimits
  /** How long an idle connection may stay once the app closes; when absent such connections end at once. */
  idleGraceMs?: number
}

type Identify = (request: FastifyRequest, reply: FastifyReply) => void

/** Slow enough for a 3 MiB body over a bad line, short enough that a stuck sender does not hold a socket for ever. */
const requestTimeoutMs = 60_000
/** Also for a connection that says nothing at all. */
const headersTimeoutMs = 15_000
const lookForTimeoutsEveryMs = 5_000

/** The Fastify that every process serves with: ids and version on every answer, every refusal the error object (docs/behaviour.md, errors). */
export function buildApp({
  log,
  versionId,
  trustProxy,
  stopping = () => false,
  baseUrlIsHttps,
  connectionLimits = defaultConnectionLimits,
  unreadLimits = defaultUnreadLimits,
  idleGraceMs = 0,
}: AppOptions): FastifyInstance {
  const trust = trustOf(trustProxy)
  const tellSafe = tellSafety({ baseUrlIsHttps, hasProxy: trustProxy !== undefined })
  const identify: Identify = (request, reply) => {
    reply.header('x-request-id', request.id).header('x-version-id', versionId)
    tellSafe(request, reply)
  }
  const app = fastify({
    logger: false,
    http: {
      ...upgradeOptions,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: lookForTimeoutsEveryMs,
      requireHostHeader: false, // it is asked for below
    },
    routerOptions: { ignoreDuplicateSlashes: true },
    genReqId: newId, // a caller's own X-Request-Id is never taken over
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false, // what still comes over a connection while we stop is answered, and is its last
    frameworkErrors: refuseBadPath(identify),
    clientErrorHandler: answerClientErrors(versionId),
    trustProxy: trustProxy === undefined ? false : trust,
  })
  limitPipelining(app)
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply)
    if (request.method === 'GET' || request.method === 'HEAD') discardRest(reply) // a body that nobody reads
    if (stopping()) reply.header('connection', 'close')
    const badHost = wrongHost(request.raw)
    if (badHost) sendRefusal(reply, commonRefusals.bad_request, badHost)
    else done()
  })
  answerUnknownPaths(app)
  inviteBodiesLate(app)
  answerConnects(app.server, versionId)
  lookAfterSockets(app, unreadLimits, idleGraceMs)
  limitConnections(app.server, { limits: connectionLimits, isProxy: address => trust(address, 0), log })
  app.removeAllContentTypeParsers() // whoever takes bodies says how; where nobody does they are not read
  answerErrors(app, log)
  return app
}

function lookAfterSockets(app: FastifyInstance, unreadLimits: UnreadLimits, idleGraceMs: number): void {
  const sockets = trackSockets(app.server)
  const further: Server[] = []
  endConnectionsOnClose(app, { sockets, further, idleGraceMs })
  listenOnLoopback(app, further) // its end comes first: until then connections are ended
  limitUnreadAnswers(app, sockets, unreadLimits)
  readInTurn(app.server)
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return sendRefusal(reply, commonRefusals.bad_request, error.message, status)
    log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'request failed')
    return sendRefusal(reply, commonRefusals.unknown_error)
  })
}

/** A path that cannot be decoded, or with too long a parameter, comes past every hook and handler. */
function refuseBadPath(identify: Identify) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    identify(request, reply)
    const { statusCode = 400 } = error // its message repeats the path, which may hold a key
    const detail = badPath[statusCode] ?? 'The path cannot be read.'
    sendRefusal(reply, commonRefusals.bad_request, detail, statusCode)
  }
}

const badPath: Record<number, string> = {
  400: 'The path cannot be decoded.',
  414: 'A part of the path is too long.',
}
