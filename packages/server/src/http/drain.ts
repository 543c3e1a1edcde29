import type { Server as HttpServer } from 'node:http'
import type { Server, Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const everyMs = 250
/** Open requests are answered by then: calls that wait for an outcome get their response as soon as the process stops. */
const lastAnswersMs = 6_000
/** Connections that were being established when the backlog was cut have arrived by then. */
const lastConnectionsMs = 250
/** The listener closes after this many turns of the event loop, even if connections keep arriving. */
const mostTurns = 1000
const lookEveryMs = 20

export type Draining = {
  sockets: ReadonlySet<Socket>
  /** Further listeners that pass their connections to the app's server. */
  further: readonly Server[]
  /**
   * How long an idle keep-alive connection stays open once the app closes. Responses carry `Connection: close` meanwhile, so
   * active clients stop using their connections before the server closes them, and no request that was sent is reset.
   */
  idleGraceMs: number
}

/**
 * Ensures that closing the server finishes. Closes idle connections, including those that never sent a request, which
 * browsers keep open. Destroys all that remain after 6 s, including WebSockets.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  { sockets, further, idleGraceMs }: Draining,
): void {
  let reaping: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  let isClosing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close') // also in responses to earlier requests
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    const listeners = [app.server, ...further]
    if (idleGraceMs > 0) await waitForQuietTurn(app, sockets, listeners, idleGraceMs)
    for (const listener of listeners) listener.close() // in the quiet turn itself: Fastify would close its own one later
    const silentUntilMs = performance.now() + idleGraceMs
    reaping = setInterval(() => {
      app.server.closeIdleConnections()
      if (performance.now() < silentUntilMs) return
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy() // Node does not count it as idle
    }, everyMs)
    cutting = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, lastAnswersMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(reaping)
    clearTimeout(cutting)
  })
}

/**
 * Resolves when no connection is left, or the grace period is over, and no connection waits to be accepted. Closing a
 * listener resets the connections that still wait, together with the requests that they sent. So the caller must close
 * the listeners at once.
 */
async function waitForQuietTurn(
  app: FastifyInstance,
  sockets: ReadonlySet<Socket>,
  listeners: Server[],
  graceMs: number,
): Promise<void> {
  for (const until = performance.now() + graceMs; sockets.size > 0 && performance.now() < until; )
    await delay(lookEveryMs)
  for (const listener of listeners) shrinkBacklog(listener)
  await delay(lastConnectionsMs)
  let hasArrived = true
  app.server.on('connection', () => {
    hasArrived = true
  })
  for (let turns = 0; hasArrived && turns < mostTurns; turns++) {
    hasArrived = false
    await nextTurn() // Node accepts one connection per turn of the event loop
  }
}

/** Returns the sockets that are connected to `server` from now on, in the order of arrival, including WebSockets. */
export function trackSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    if (sockets.has(socket)) return // returned by upgrades.ts
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

type Listening = Server & { _handle?: { listen?: (backlog: number) => number } | null }

/** Shrinks the backlog to one connection. Other clients' systems try again and then find the listener closed. */
function shrinkBacklog(listener: Server): void {
  ;(listener as Listening)._handle?.listen?.(0)
}
