import type { Server, Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const everyMs = 250
/** What is asked already has its answer by then: those who wait for a verdict are told at once that it stops. */
const lastAnswersMs = 6_000
/** Connections that are being made when new ones are no longer wanted have come by then. */
const lastConnectionsMs = 250
/** While connections go on coming the server closes among them at last. */
const mostTurns = 1000
const lookEveryMs = 20

export type Draining = {
  sockets: ReadonlySet<Socket>
  /** Listeners beside the app's server that give it their connections. */
  further: readonly Server[]
  /**
   * How long a kept connection may stay idle once the app closes. Each response says `Connection: close` meanwhile, so a
   * client that uses its connection learns that it ends before it does; nothing resets a request that was sent.
   */
  idleGraceMs: number
}

/**
 * Sees to it that closing the server comes to an end: connections on which nothing is asked are ended, also those that
 * never asked anything, as browsers keep them open; whoever is there after 6 s is cut off, WebSockets and what else is
 * no HTTP any more included.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  { sockets, further, idleGraceMs }: Draining,
): void {
  let reaping: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  let isClosing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close') // also for what was asked before
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    if (idleGraceMs > 0) await leaveInPeace(app, sockets, [app.server, ...further], idleGraceMs)
    for (const listener of further) listener.close()
    const silentUntilMs = performance.now() + idleGraceMs
    reaping = setInterval(() => {
      app.server.closeIdleConnections()
      if (performance.now() < silentUntilMs) return
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy() // Node does not take it for idle
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
 * Resolves when nobody is connected any more, or the grace is over, and no connection waits to be taken in: one that does
 * when its listener closes is reset, with the request that it has sent.
 */
async function leaveInPeace(
  app: FastifyInstance,
  sockets: ReadonlySet<Socket>,
  listeners: Server[],
  graceMs: number,
): Promise<void> {
  for (const until = performance.now() + graceMs; sockets.size > 0 && performance.now() < until; )
    await delay(lookEveryMs)
  for (const listener of listeners) takeFewer(listener)
  await delay(lastConnectionsMs)
  let hasCome = true
  app.server.on('connection', () => {
    hasCome = true
  })
  for (let turns = 0; hasCome && turns < mostTurns; turns++) {
    hasCome = false
    await nextTurn() // Node takes in one connection each time its event loop turns
  }
}

type Listening = Server & { _handle?: { listen?: (backlog: number) => number } | null }

/** The system makes no more than one connection ahead of us: who else connects finds the listener closed when he tries again. */
function takeFewer(listener: Server): void {
  ;(listener as Listening)._handle?.listen?.(0)
}
