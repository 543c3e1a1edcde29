import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Of what comes behind an answer, how much is taken in, for how long, and after how much silence no more. */
export const discardedBytes = 64 * 1024 * 1024
const discardMs = 30_000
const silenceMs = 5_000

/**
 * Makes an answer that comes before the request's body the last one of its connection, and sees to it that the caller can
 * read it: a connection that is closed with bytes unread is reset, and whoever still writes then loses the answer. What
 * comes is thrown away, unparsed, up to 64 MiB and 30 seconds, or 5 in which nothing came. Does nothing when the body is there, or there is none.
 */
export function discardRest(reply: FastifyReply): void {
  const { raw } = reply.request
  if (raw.complete !== false || !hasBody(raw)) return
  reply.header('connection', 'close')
  const { socket } = raw
  if (Object.hasOwn(socket, 'destroySoon')) return
  process.nextTick(discardWhatComes, socket) // which may be in the middle of a piece
  socket.destroySoon = () => endAfterCaller(socket) // what Node's server calls after the last answer
}

/** Ends a connection with this text, and lets the caller read it whatever he still sends. */
export function endDiscarding(socket: Socket, text: string): void {
  discardWhatComes(socket)
  socket.write(text)
  endAfterCaller(socket)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A socket that waits for its body's reader is not read any more: whom it resumes for is the parser. */
function discardWhatComes(socket: Socket): void {
  if (!socket.isPaused()) return void takeFromParser(socket)
  socket.once('resume', () => takeFromParser(socket)).resume()
}

/** Pieces are looked at no more: a body in chunks of one byte costs no more than any other. */
function takeFromParser(socket: Socket): void {
  const ofParser = socket.listeners('data')
  let bytes = 0
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > discardedBytes) socket.destroy()
  })
  for (const listener of ofParser) socket.off('data', listener as () => void)
}

function endAfterCaller(socket: Socket): void {
  const giveUp = setTimeout(() => socket.destroy(), discardMs)
  socket.once('close', () => clearTimeout(giveUp))
  socket.setTimeout(silenceMs).once('timeout', () => socket.destroy())
  socket.end()
}
