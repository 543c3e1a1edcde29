import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from './address-key.js'

/** While connections keep arriving, this many turns of the event loop only accept them. Then as many each read one more. */
const turnsAtATime = 64

/**
 * Reads new connections round-robin by address. Node accepts one connection per turn of the event loop, and in between it
 * handles requests of earlier ones, so a client behind a thousand connections of one address would wait for all their
 * requests. A connection that arrives alone is read immediately.
 */
export function readInTurn(server: Server): void {
  const options = server as Server & { pauseOnConnect: boolean } // an option of net servers that HTTP servers do not pass on
  options.pauseOnConnect = true
  const waiting = new Map<string, Socket[]>()
  const known = new WeakSet<Socket>()
  let isTurning = false
  let turns = 0
  let hasArrived = false

  server.on('connection', (socket: Socket) => {
    if (known.has(socket)) return // returned by upgrades.ts
    known.add(socket)
    hasArrived = true
    if (isTurning) return wait(socket)
    isTurning = true
    turns = 0
    setImmediate(turn)
    socket.resume()
  })

  function wait(socket: Socket): void {
    const address = addressKey(socket.remoteAddress ?? '')
    const line = waiting.get(address)
    if (line) line.push(socket)
    else waiting.set(address, [socket])
  }

  function turn(): void {
    const isBusy = hasArrived || waiting.size > 0
    if (!hasArrived || turns % (2 * turnsAtATime) >= turnsAtATime) readNext()
    hasArrived = false
    turns++
    isTurning = isBusy
    if (isBusy) setImmediate(turn)
  }

  function readNext(): void {
    const [next] = waiting
    if (!next) return
    const [address, line] = next
    line.shift()?.resume()
    waiting.delete(address)
    if (line.length > 0) waiting.set(address, line)
  }
}
