import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const everyMs = 250
/** More than a sender waits for a verdict at most, and less than a process has for its whole shutdown. */
const lastAnswersMs = 12_000

/**
 * Sees to it that closing the server comes to an end: connections on which nothing is asked are ended, also those that
 * never asked anything, as browsers keep them open; whoever has not ended its request after 12 s is cut off.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let reaping: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    reaping = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy() // Node does not take it for idle
    }, everyMs)
    cutting = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(reaping)
    clearTimeout(cutting)
  })
}
