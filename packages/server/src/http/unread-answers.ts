import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isTakenOver } from './upgrades.js'

export type UnreadLimits = {
  /** What answers that wait for their readers may hold together. */
  inAllBytes: number
  /** How long an answer may wait of which nothing is taken, however short it is. */
  patienceMs: number
  /** What it has to be read at beyond that. */
  leastBytesPerSecond: number
}

export const defaultUnreadLimits: UnreadLimits = {
  inAllBytes: 64 * 1024 * 1024,
  patienceMs: 10_000,
  leastBytesPerSecond: 8 * 1024,
}

const lookEveryMs = 1000
/** Who reads at all has taken something by then, however many large answers are on their way. */
const pardonMs = 2000

/** `taken`: what the system took of all that was written to the socket, when it last took something. */
type Waiting = { sinceMs: number; taken: number }

/**
 * Ends connections whose callers ask and do not read: Node keeps an answer until it is taken, for ever if need be. Where
 * all together hold too much, those go first that wait for longest. WebSockets have limits of their own.
 */
export function limitUnreadAnswers(
  app: FastifyInstance,
  sockets: ReadonlySet<Socket>,
  { inAllBytes, patienceMs, leastBytesPerSecond }: UnreadLimits = defaultUnreadLimits,
): void {
  let waiting = new Map<Socket, Waiting>()
  const look = () => {
    waiting = whoWaits(sockets, waiting, performance.now())
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

function whoWaits(
  sockets: ReadonlySet<Socket>,
  before: Map<Socket, Waiting>,
  nowMs: number,
): Map<Socket, Waiting> {
  const waiting = new Map<Socket, Waiting>()
  for (const socket of sockets) {
    if (socket.writableLength === 0 || isTakenOver(socket)) continue
    const taken = socket.bytesWritten - socket.writableLength
    const last = before.get(socket)
    waiting.set(socket, last?.taken === taken ? last : { sinceMs: nowMs, taken })
  }
  return waiting
}
