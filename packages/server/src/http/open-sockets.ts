import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The sockets that are connected to `server` from now on, in the order in which they came; those of WebSockets too. */
export function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    if (sockets.has(socket)) return // given back by upgrades.ts
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}
