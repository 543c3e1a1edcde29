import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Limits on what is read and discarded after an early response: bytes, time, and time without any data. */
export const discardedBytes = 64 * 1024 * 1024
const discardMs = 30_000
const silenceMs = 5_000

/**
 * Closes the connection after a response that is sent before the request's body has arrived, and ensures that the caller can
 * read the response: closing with unread bytes resets the connection, and a caller that is still writing loses the response.
 * Discards up to 64 MiB unparsed, for up to 30 s, or until 5 s pass without data. Does nothing if the body is complete or
 * there is none.
 */
export function discardRest(reply: FastifyReply): void {
  const { raw } = reply.request
  if (raw.complete !== false || !hasBody(raw)) return
  reply.header('connection', 'close')
  const { socket } = raw
  if (Object.hasOwn(socket, 'destroySoon')) return
  process.nextTick(discardInput, socket) // the parser may be in the middle of a piece
  socket.destroySoon = () => endAfterCaller(socket) // Node's server calls this after the last response
}

/** Sends this text and closes the connection, discarding what the caller still sends so that it can read the text. */
export function endDiscarding(socket: Socket, text: string): void {
  discardInput(socket)
  socket.write(text)
  endAfterCaller(socket)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A paused socket waits for the reader of its body. It is detached from the parser when it resumes. */
function discardInput(socket: Socket): void {
  if (!socket.isPaused()) return void detachParser(socket)
  socket.once('resume', () => detachParser(socket)).resume()
}

/** Stops parsing, so that a body in chunks of one byte costs no more than any other. */
function detachParser(socket: Socket): void {
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
