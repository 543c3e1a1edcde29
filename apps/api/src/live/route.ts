import { openLiveEvents } from '@posthorn/contract'
import { findSession, type LiveSession } from '@posthorn/db'
import { addressKey, ownUpgrades, type RefusalWords, versionId } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { ApiDeps, ApiServer } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { hasScope, payerOf, sessionOf } from '../http/callers/caller.js'
import { switchedOff, switchOf } from '../http/rights/switches.js'
import { refusals } from '../refusals/index.js'
import { type Connection, closeSocket, closing, connectionOn, frameOf } from './connection.js'
import { hello } from './events.js'
import { type LeavePlace, openPlaces, openSessionPlaces, type SessionPlaces } from './places.js'
import { AskedStatuses, statusesOf, statusesOfIds } from './statuses.js'

const path = openLiveEvents.route.replace('GET ', '')

/** Limit of a message. */
const limits = { maxPayload: 8 * 1024, maxFragments: 64, maxBufferedChunks: 1024 }
/** Sockets of this process with and without a session; the latter are counted by address. */
const places = {
  withSession: { inAll: 5000, perSession: 20, perUser: 100 },
  withoutSession: { inAll: 500, perOwner: 50 },
}

/** GET /users/websocket: live events for the session of the upgrade's header or cookie, or of a challenge. */
export function liveRoutes(app: ApiServer, deps: ApiDeps): void {
  const server = new WebSocketServer({ noServer: true, ...limits })
  const sessionPlaces = openSessionPlaces(places.withSession)
  const strangers = openPlaces(places.withoutSession)
  const upgradeOf = ownUpgrades(app, app.prefix + path)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of server.clients) closeSocket(socket, closing.restart, 'this process is stopping')
  })
  app.get(
    path,
    {
      config: { call: openLiveEvents },
      onRequest: async (request, reply) => {
        if (!isOwnOrigin(request, deps)) return refuseCall(reply, 'bad_origin')
      },
    },
    (request, reply) => {
      const upgrade = upgradeOf(request.raw)
      if (!upgrade || !isHandshake(request)) return refuseCall(reply, 'no_upgrade')
      if (stopping) return refuseCall(reply, 'stopping')
      const session = sessionOf(request)
      if (session && !hasScope(session, openLiveEvents.scope)) return refuseCall(reply, 'scope_missing')
      const place = session
        ? sessionPlaces.take({ id: session.id, userId: payerOf(session).key })
        : strangers.take(addressKey(request.ip))
      if (!place) return refuseCall(reply, 'too_many_sockets')
      reply.hijack()
      upgrade.release()
      let isServed = false
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket => {
        isServed = true
        serveSocket({ ...deps, sessionPlaces }, socket, place, session)
      })
      if (!isServed) place() // it disconnected meanwhile
      return reply
    },
  )
}

/** The checks of `ws`, which would respond with its own texts. */
function isHandshake({ headers }: FastifyRequest): boolean {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version = '' } = headers
  return /^[+/0-9A-Za-z]{22}==$/.test(key) && /^(8|13)$/.test(version)
}

/**
 * Browsers send cookies with every page's connection, but also the page's origin. It has to be the host that was called, or
 * BASE_URL, because a proxy may send a host name of its own.
 */
function isOwnOrigin({ headers, host }: FastifyRequest, { baseUrl }: ApiDeps): boolean {
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || (baseUrl !== undefined && page.origin === new URL(baseUrl).origin)
}

/** Clients without a token are disconnected after this. */
const challengeMs = 5000

type SocketDeps = Pick<ApiDeps, 'db' | 'live' | 'nowMs' | 'settings'> & {
  sessionPlaces: SessionPlaces
}

/**
 * Serves a client from the upgrade on, with the place that it reserved: with its session, or until it sends a
 * token.
 */
function serveSocket(
  deps: SocketDeps,
  socket: WebSocket,
  place: LeavePlace,
  session: LiveSession | undefined,
): void {
  const connection = connectionOn(socket)
  const patience = setTimeout(() => connection.close(closing.forbidden, 'no token came in time'), challengeMs)
  let leave = place
  const welcome = (known: LiveSession) => {
    clearTimeout(patience)
    join(deps, connection, known)
  }
  const authenticate: Authenticate = async token => {
    const known = token === '' ? undefined : await findSession(deps.db, token, deps.nowMs())
    if (!known || switchedOff(deps, switchOf(known))) return { outcome: 'not_authenticated' }
    if (known.user.mustChangePassword || !hasScope(known, openLiveEvents.scope))
      return { outcome: 'not_authenticated' }
    const next = deps.sessionPlaces.take({ id: known.id, userId: payerOf(known).key })
    if (!next) return { outcome: 'too_many_sockets' }
    leave()
    leave = next
    if (socket.readyState === socket.OPEN) welcome(known)
    else leave()
    return { outcome: 'authenticated' }
  }
  socket.on('close', () => {
    clearTimeout(patience)
    deps.live.leave(connection)
    leave()
  })
  if (session) welcome(session)
  converse(socket, connection, { authenticate, online: deps.live.online })
}

/** Assigns the connection to a session, and sends the greeting. */
function join(
  { live }: SocketDeps,
  connection: Connection,
  { id: sessionId, user, isOauth: isApp }: LiveSession,
): void {
  live.join(connection, { userId: user.id, sessionId, isApp })
  connection.send(frameOf(hello(user.id, versionId)))
}

/** The messages that a client may send at once, and per second after that. Opening a page sends several. */
const burst = 20
const perSecond = 5

/** Counts one more message; returns false if there were too many. */
type Pace = (nowMs: number) => boolean

/** A token bucket, full at first. */
function openPace(beginMs: number): Pace {
  let tokens = burst
  let atMs = beginMs
  return nowMs => {
    tokens = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * perSecond)
    atMs = nowMs
    if (tokens < 1) return false
    tokens--
    return true
  }
}

/**
 * Handles a client's requests one after another, and stops reading its socket meanwhile, so that at most one
 * chunk waits in memory. Clients that send too much or an invalid token are disconnected.
 */
function converse(socket: WebSocket, connection: Connection, answering: Answering): void {
  const isWithinPace = openPace(performance.now())
  const waiting: RawData[] = []
  const isOpen = () => socket.readyState === socket.OPEN
  /** Checks whether this message gets a response. */
  const count = () => {
    if (!isOpen()) return false
    if (isWithinPace(performance.now())) return true
    connection.close(closing.forbidden, 'too many messages')
    return false
  }
  const answerAll = async () => {
    socket.pause()
    try {
      for (let next = waiting[0]; next !== undefined && isOpen(); next = waiting[0]) {
        await answerRequest(connection, String(next), answering)
        waiting.shift()
      }
    } catch {
      connection.close(closing.restart, 'the database does not answer')
    }
    socket.resume()
  }
  socket.on('ping', count)
  socket.on('pong', count)
  socket.on('message', data => {
    if (!count()) return
    waiting.push(data)
    if (waiting.length === 1) void answerAll()
  })
}

/** A client's request: `{"seq": 1, "action": "…", "data": {…}}`: docs/behaviour.md, live events. */
const Request = z.object({
  seq: z.number().int().positive().catch(0).default(0),
  action: z.string().catch('').default(''),
  data: z.record(z.string(), z.unknown()).catch({}).default({}),
})

/** Assigns the connection to the token's user, or returns why not. */
type Authenticate = (
  token: string,
) => Promise<{ outcome: 'authenticated' | 'not_authenticated' | 'too_many_sockets' }>

/** The actions that clients can request over their connection. */
type Answering = { authenticate: Authenticate; online: () => Promise<Set<string>> }

/** Handles a client's request. A rejected token closes the connection, so that tokens cannot be guessed. */
async function answerRequest(
  connection: Connection,
  text: string,
  { authenticate, online }: Answering,
): Promise<void> {
  const { seq, action, data } = Request.parse(parsed(text))
  const ok = (more = {}) => connection.answer({ status: 'OK', ...more, seq_reply: seq })
  const fail = (words: RefusalWords) => connection.answer(failure(words, seq))
  if (action === '') return fail(refusals.no_action)
  if (seq <= 0) return fail(refusals.bad_seq)
  if (action === 'authentication_challenge') {
    const token = typeof data.token === 'string' ? data.token : ''
    const { outcome } = await authenticate(token)
    if (outcome === 'authenticated') return ok()
    fail(refusals[outcome])
    return connection.close(closing.forbidden, refusals[outcome].message)
  }
  if (!connection.owner) return fail(refusals.not_authenticated)
  switch (action) {
    case 'ping':
      return ok({ data: { text: 'pong' } })
    case 'get_statuses':
      return ok({ data: statusesOf(await online()) })
    case 'get_statuses_by_ids': {
      const asked = AskedStatuses.safeParse(data).data
      return asked
        ? ok({ data: statusesOfIds(await online(), asked.user_ids) })
        : fail(refusals.bad_socket_data)
    }
    default:
      return fail(refusals.bad_action)
  }
}

function failure({ id, message, status }: RefusalWords, seq: number) {
  const error = { id, message, detailed_error: '', request_id: '', status_code: status }
  return { status: 'FAIL', seq_reply: seq, error }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}
