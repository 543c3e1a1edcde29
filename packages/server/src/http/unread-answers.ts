import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isTakenOver } from './upgrades.js'

export type UnreadLimits = {
  /** Bytes that all unread responses may hold together. */
  inAllBytes: number
  /** Time that a response may wait while the client reads nothing of it, however short it is. */
  patienceMs: number
  /** Minimum rate at which the client must read after that. */
  leastBytesPerSecond: number
}

export const defaultUnreadLimits: UnreadLimits = {
  inAllBytes: 64 * 1024 * 1024,
  patienceMs: 10_000,
  leastBytesPerSecond: 8 * 1024,
}

const lookEveryMs = 1000
/** A client that reads at all has read something by then, however many large responses are being sent. */
const pardonMs = 2000

/** `sentBytes`: what the system had accepted of all that was written to the socket, when it last accepted something. */
type Waiting = { sinceMs: number; sentBytes: number }

/**
 * Closes connections whose clients send requests but do not read the responses, which Node would hold in memory forever. If
 * all together hold too much, those that have waited longest are closed first. WebSockets have their own limits.
 */
export function limitUnreadAnswers(
  app: FastifyInstance,
  sockets: ReadonlySet<Socket>,
  { inAllBytes, patienceMs, leastBytesPerSecond }: UnreadLimits = defaultUnreadLimits,
): void {
  let waiting = new Map<Socket, Waiting>()
  const look = () => {
    waiting = stalledSockets(sockets, waiting, performance.now())
    let bytes = 0
    for (const { writableLength } of waiting.keys()) bytes += writableLength
    const longestFirst = [...waiting].toSorted(([, one], [, other]) => one.sinceMs - other.sinceMs)
    for (const [socket, { sinceMs }] of longestFirst) {
      const waitedMs = performance.now() - sinceMs
      const mostMs = patienceMs + (socket.writableLength / leastBytesPerSecond) * 1000
      if (waitedMs <= (bytes > inAllBytes ? Math.min(pardonMs, mostMs) : mostMs)) continue
      bytes -= socket.writableLength
      socket.destroy()
    }
  }
  let looking: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    looking = setInterval(look, lookEveryMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(looking))
}

function stalledSockets(
  sockets: ReadonlySet<Socket>,
  before: Map<Socket, Waiting>,
  nowMs: number,
): Map<Socket, Waiting> {
  const waiting = new Map<Socket, Waiting>()
  for (const socket of sockets) {
    if (socket.writableLength === 0 || isTakenOver(socket)) continue
    const sentBytes = socket.bytesWritten - socket.writableLength
    const last = before.get(socket)
    waiting.set(socket, last?.sentBytes === sentBytes ? last : { sinceMs: nowMs, sentBytes })
  }
  return waiting
}
