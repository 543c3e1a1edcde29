import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const everyMs = 250
/** What is asked already has its answer by then: those who wait for a verdict are told at once that it stops. */
const lastAnswersMs = 6_000

/**
 * Sees to it that closing the server comes to an end: connections on which nothing is asked are ended, also those that
 * never asked anything, as browsers keep them open; whoever is there after 6 s is cut off, WebSockets and what else is
 * no HTTP any more included.
 */
export function endConnectionsOnClose(app: FastifyInstance, sockets: ReadonlySet<Socket>): void {
  let reaping: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    reaping = setInterval(() => {
      app.server.closeIdleConnections()
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
