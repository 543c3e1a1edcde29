import { openLiveEvents } from '@posthorn/contract'
import { addressKey, ownUpgrades } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { ApiDeps, ApiServer } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { hasScope, payerOf, sessionOf } from '../http/callers/caller.js'
import { closeSocket, closing } from './connection.js'
import { openPlaces, openSessionPlaces } from './places.js'
import { serveSocket } from './serve-socket.js'

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
