import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait on one connection for an earlier response. Clients that wait for responses send few or none. */
const maxPipelined = 16

/**
 * Closes a connection that sends many requests without waiting for responses. Node parses all requests of one piece of
 * input, so a few such connections could keep the process busy for seconds.
 */
export function limitPipelining(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) return done() // no earlier response is pending, as is nearly always the case
    const { socket } = request.raw
    const now = (waiting.get(socket) ?? 0) + 1
    if (now > maxPipelined) {
      reply.hijack()
      stopParsing(socket)
      return void socket.destroy()
    }
    waiting.set(socket, now)
    reply.raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    done()
  })
}

/** Node's parser calls `onIncoming` for each request that it finds, and stops if this returns 2. */
type Parsed = Socket & { parser?: { onIncoming?: () => number } | null }

/** Without this, the rest of the piece is parsed even after `destroy`, and it may contain two thousand more requests. */
function stopParsing({ parser }: Parsed): void {
  if (parser) parser.onIncoming = () => 2
}
