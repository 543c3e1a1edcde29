import type { RawData, WebSocket } from 'ws'
import { type Connection, closing } from './connection.js'
import { type Answering, answerRequest } from './requests.js'

/** The messages that a client may send at once, and per second after that. Opening a page sends several. */
const burst = 20
const perSecond = 5

/** Counts one more message; returns false if there were too many. */
type Pace = (nowMs: number) => boolean

/** A token bucket, full at first. */
function openPace(beginMs: number): Pace {
  let tokens = burst
  let atMs = beginMs
  return nowMs => {
    tokens = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * perSecond)
    atMs = nowMs
    if (tokens < 1) return false
    tokens--
    return true
  }
}

/**
 * Handles a client's requests one after another, and stops reading its socket meanwhile, so that at most one
 * chunk waits in memory. Clients that send too much or an invalid token are disconnected.
 */
export function converse(socket: WebSocket, connection: Connection, answering: Answering): void {
  const isWithinPace = openPace(performance.now())
  const waiting: RawData[] = []
  const isOpen = () => socket.readyState === socket.OPEN
  /** Checks whether this message gets a response. */
  const count = () => {
    if (!isOpen()) return false
    if (isWithinPace(performance.now())) return true
    connection.close(closing.forbidden, 'too many messages')
    return false
  }
  const answerAll = async () => {
    socket.pause()
    try {
      for (let next = waiting[0]; next !== undefined && isOpen(); next = waiting[0]) {
        await answerRequest(connection, String(next), answering)
        waiting.shift()
      }
    } catch {
      connection.close(closing.restart, 'the database does not answer')
    }
    socket.resume()
  }
  socket.on('ping', count)
  socket.on('pong', count)
  socket.on('message', data => {
    if (!count()) return
    waiting.push(data)
    if (waiting.length === 1) void answerAll()
  })
}
