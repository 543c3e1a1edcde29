import { findSession, type LiveSession } from '@posthorn/db'
import { ownUpgrades, refuse, versionId } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { sessionOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { type Connection, closeSocket, closing, connectionOn, frameOf } from '../live/connection.js'
import { hello } from '../live/events.js'
import { answerRequest } from '../live/requests.js'

/** Of a message. */
const limits = { maxPayload: 8 * 1024, maxFragments: 64, maxBufferedChunks: 1024 }
/** Who has not shown a token by then is sent away (spec 11). */
const challengeMs = 5000

/** GET /users/websocket (spec 11): live events, to the session of the upgrade's header or cookie, or of a challenge. */
export function websocketRoutes(app: ApiServer, deps: ApiDeps): void {
  const server = new WebSocketServer({ noServer: true, ...limits })
  const upgradeOf = ownUpgrades(app, `${app.prefix}/users/websocket`)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of server.clients) closeSocket(socket, closing.restart, 'this process is stopping')
  })
  app.get(
    '/users/websocket',
    {
      onRequest: async (request, reply) => {
        if (!isOwnOrigin(request)) return refuse(reply, 'bad_origin')
      },
    },
    (request, reply) => {
      const upgrade = upgradeOf(request.raw)
      if (!upgrade || !isHandshake(request)) return refuse(reply, 'no_upgrade')
      if (stopping) return refuse(reply, 'stopping')
      reply.hijack()
      upgrade.release()
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, socket =>
        serve(deps, socket, sessionOf(request)),
      )
      return reply
    },
  )
}

/** The same as `ws` asks for, which answers in words of its own. */
function isHandshake({ headers }: FastifyRequest): boolean {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version = '' } = headers
  return /^[+/0-9A-Za-z]{22}==$/.test(key) && /^(8|13)$/.test(version)
}

/** A browser says whose page opens the connection, and sends its cookies whoever that is. */
function isOwnOrigin({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

function serve(deps: ApiDeps, socket: WebSocket, session: LiveSession | undefined): void {
  const connection = connectionOn(socket)
  const patience = setTimeout(() => connection.close(closing.forbidden, 'no token came in time'), challengeMs)
  const welcome = (known: LiveSession) => {
    clearTimeout(patience)
    join(deps, connection, known)
  }
  const authenticate = async (token: string) => {
    const known = token === '' ? undefined : await findSession(deps.db, token, deps.nowMs())
    if (known) welcome(known)
    return known !== undefined
  }
  const broken = () => connection.close(closing.restart, 'the database does not answer')
  if (session) welcome(session)
  let inTurn = Promise.resolve()
  socket.on('message', data => {
    inTurn = inTurn.then(() => answerRequest(connection, String(data), authenticate)).catch(broken)
  })
  socket.on('close', () => {
    clearTimeout(patience)
    deps.live.leave(connection)
  })
}

/** Gives the connection to a session, and greets it. */
function join({ live }: ApiDeps, connection: Connection, { id: sessionId, user }: LiveSession): void {
  live.join(connection, { userId: user.id, sessionId })
  connection.tell(frameOf(hello(user.id, versionId)))
}
