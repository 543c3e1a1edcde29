import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that wait on one connection behind another's answer: who waits for answers sends none, or a few. */
const maxPipelined = 16

/**
 * Ends a connection that sends request after request without waiting for answers. Node parses all that one piece of a
 * connection brings, so that a few connections could keep the process busy for seconds.
 */
export function limitPipelining(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) return done() // the first in its line, as nearly all are
    const { socket } = request.raw
    const now = (waiting.get(socket) ?? 0) + 1
    if (now > maxPipelined) {
      reply.hijack()
      parseNoMore(socket)
      return void socket.destroy()
    }
    waiting.set(socket, now)
    reply.raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    done()
  })
}

/** What Node's parser asks of each request that it finds, whose answer 2 ends its reading. */
type Parsed = Socket & { parser?: { onIncoming?: () => number } | null }

/** A destroyed socket's piece is parsed to its end all the same, and may hold two thousand requests more. */
function parseNoMore({ parser }: Parsed): void {
  if (parser) parser.onIncoming = () => 2
}
