import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from './address-key.js'

/** While connections go on coming, so many turns of the event loop only take them in; then each of as many reads one more. */
const turnsAtATime = 64

/**
 * Reads what new connections say in turn by address. Node takes in one connection each time its event loop turns, and
 * between them works on what the ones before have said: whoever came behind a thousand of one stranger would wait for all
 * that those ask. One that comes alone is read at once.
 */
export function readInTurn(server: Server): void {
  const options = server as Server & { pauseOnConnect: boolean } // an option of net's servers that HTTP's do not hand on
  options.pauseOnConnect = true
  const waiting = new Map<string, Socket[]>()
  const known = new WeakSet<Socket>()
  let isTurning = false
  let turns = 0
  let hasCome = false

  server.on('connection', (socket: Socket) => {
    if (known.has(socket)) return // given back by upgrades.ts
    known.add(socket)
    hasCome = true
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
    const goOn = hasCome || waiting.size > 0
    if (!hasCome || turns % (2 * turnsAtATime) >= turnsAtATime) readNext()
    hasCome = false
    turns++
    isTurning = goOn
    if (goOn) setImmediate(turn)
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
