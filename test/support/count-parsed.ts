import type { IncomingMessage, Server } from 'node:http'

/** Counts the pieces of bodies, and their bytes, that a server's parser passes to requests. */
export function countParsed(server: Server) {
  const parsed = { pieces: 0, bytes: 0 }
  server.prependListener('request', (request: IncomingMessage) => {
    const { push } = request
    request.push = (piece: Buffer | null) => {
      if (piece) parsed.pieces++
      parsed.bytes += piece?.length ?? 0
      return push.call(request, piece)
    }
  })
  return parsed
}
