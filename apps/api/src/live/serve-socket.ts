import { openLiveEvents } from '@posthorn/contract'
import { findSession, type LiveSession } from '@posthorn/db'
import { versionId } from '@posthorn/server'
import type { WebSocket } from 'ws'
import type { ApiDeps } from '../deps.js'
import { hasScope, payerOf } from '../http/callers/caller.js'
import { switchedOff, switchOf } from '../http/rights/switches.js'
import { type Connection, closing, connectionOn, frameOf } from './connection.js'
import { converse } from './converse.js'
import { hello } from './events.js'
import type { LeavePlace, SessionPlaces } from './places.js'
import type { Authenticate } from './requests.js'

/** Clients without a token are disconnected after this. */
const challengeMs = 5000

export type SocketDeps = Pick<ApiDeps, 'db' | 'live' | 'nowMs' | 'settings'> & {
  sessionPlaces: SessionPlaces
}

/**
 * Serves a client from the upgrade on, with the place that it reserved: with its session, or until it sends a
 * token.
 */
export function serveSocket(
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
