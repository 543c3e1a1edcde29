import websocket, { type WebSocket } from '@fastify/websocket'
import { findSession, type LiveSession } from '@posthorn/db'
import { refuse, versionId } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../caller.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { type Connection, closing, connectionOn, frameOf } from '../live/connection.js'
import { hello } from '../live/events.js'
import { answerRequest } from '../live/requests.js'

const maxFrameBytes = 8 * 1024
/** Who has not shown a token by then is sent away (spec 11). */
const challengeMs = 5000

/** GET /users/websocket (spec 11): live events, to the session of the upgrade's header or cookie, or of a challenge. */
export async function websocketRoutes(app: ApiServer, deps: ApiDeps): Promise<void> {
  await app.register(websocket, { options: { maxPayload: maxFrameBytes } })
  app.route({
    method: 'GET',
    url: '/users/websocket',
    onRequest: async (request, reply) => {
      if (!isOwnOrigin(request)) return refuse(reply, 'bad_origin')
    },
    handler: (_request, reply) => refuse(reply, 'no_upgrade'),
    wsHandler: (socket, request) => serve(deps, socket, sessionOf(request)),
  })
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
