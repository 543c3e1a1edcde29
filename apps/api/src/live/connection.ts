import type { LiveEvent } from '@posthorn/queue'
import type { WebSocket } from 'ws'

/** What may wait to be read by a client: who reads slower than that is dropped and comes back with `since`. */
const maxUnreadBytes = 256 * 1024
const pingEveryMs = 60_000
/** Without a pong for so long the other end is gone. */
const silentMs = 100_000
const goodbyeMs = 2000

/** Why a socket is closed, in the codes of RFC 6455. */
export const closing = { restart: 1012, later: 1013, forbidden: 1008 } as const

/** An event as JSON, made once for all who hear it; each connection adds its own number. */
export type Frame = string

export const frameOf = (event: LiveEvent): Frame => JSON.stringify(event)

/** `isApp`: the session is an app's token. */
export type Owner = { userId: string; sessionId: string; isApp: boolean }

/** One client's socket. */
export type Connection = {
  /** Whose it is; undefined until its challenge was answered. */
  owner: Owner | undefined
  /** Sends an event under this connection's next number. Waits for nobody. */
  tell: (frame: Frame) => void
  /** Answers one of the client's own requests. */
  answer: (answer: Record<string, unknown>) => void
  close: (code: number, reason: string) => void
}

/** Watches over a socket: its numbers, its pings, its pace. */
export function connectionOn(socket: WebSocket): Connection {
  let seq = 0
  let heardAt = performance.now()
  const beat = setInterval(() => {
    if (performance.now() - heardAt > silentMs) socket.terminate()
    else socket.ping()
  }, pingEveryMs).unref()
  socket.on('pong', () => {
    heardAt = performance.now()
  })
  socket.on('close', () => clearInterval(beat))
  socket.on('error', () => socket.terminate()) // a frame that is too long or malformed

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount + Buffer.byteLength(text) > maxUnreadBytes) socket.terminate()
    else socket.send(text)
  }
  return {
    owner: undefined,
    tell: frame => send(`${frame.slice(0, -1)},"seq":${seq++}}`),
    answer: answer => send(JSON.stringify(answer)),
    close: (code, reason) => closeSocket(socket, code, reason),
  }
}

/** Says goodbye, and does not wait long for the other end to say so too. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  const patience = setTimeout(() => socket.terminate(), goodbyeMs)
  socket.once('close', () => clearTimeout(patience))
}
