import type { LiveEvent } from '@posthorn/queue'
import type { WebSocket } from 'ws'

/** The buffer of a slow client. Beyond it, the client is disconnected and comes back with `since`. */
const maxUnreadBytes = 256 * 1024
const pingEveryMs = 60_000
/** Without a pong for this long, the client is considered gone. */
const silentMs = 100_000
const goodbyeMs = 2000

/** Close codes of RFC 6455. */
export const closing = { restart: 1012, later: 1013, forbidden: 1008 } as const

/** An event as JSON, serialized once for all receivers; each connection adds its own number. */
export type Frame = string

export const frameOf = (event: LiveEvent): Frame => JSON.stringify(event)

/** `isApp`: the session is an app's token. */
export type Owner = { userId: string; sessionId: string; isApp: boolean }

/** One client's socket. */
export type Connection = {
  /** Its user; undefined until the challenge was answered. */
  owner: Owner | undefined
  /** Sends an event under this connection's next number, without waiting. */
  send: (frame: Frame) => void
  /** Responds to one of the client's own requests. */
  answer: (answer: Record<string, unknown>) => void
  close: (code: number, reason: string) => void
}

/** Manages a socket: its numbers, pings and buffer. */
export function connectionOn(socket: WebSocket): Connection {
  let seq = 0
  let pongAt = performance.now()
  const beat = setInterval(() => {
    if (performance.now() - pongAt > silentMs) socket.terminate()
    else socket.ping()
  }, pingEveryMs).unref()
  socket.on('pong', () => {
    pongAt = performance.now()
  })
  socket.on('close', () => clearInterval(beat))
  socket.on('error', () => socket.terminate()) // a frame that is too long or malformed

  const write = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount + Buffer.byteLength(text) > maxUnreadBytes) socket.terminate()
    else socket.send(text)
  }
  return {
    owner: undefined,
    send: frame => write(`${frame.slice(0, -1)},"seq":${seq++}}`),
    answer: answer => write(JSON.stringify(answer)),
    close: (code, reason) => closeSocket(socket, code, reason),
  }
}

/** Closes the connection, and waits only briefly for the client to do the same. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  const patience = setTimeout(() => socket.terminate(), goodbyeMs)
  socket.once('close', () => clearTimeout(patience))
}
