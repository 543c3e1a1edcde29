import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { discardedPerTurnBytes, mostWaiting, openDiscardPace } from './discard-pace.js'

const mebibyte = 1024 * 1024

/** Senders who write so much each and then end, to a server that throws it away; turns come as `nextTurn` has it. */
async function discard(senders: number, bytesEach: number, nextTurn: (turn: () => void) => unknown) {
  const took = openDiscardPace(nextTurn)
  const discarded = new Map<Socket, number>()
  const server = createServer(socket => {
    discarded.set(socket, 0)
    socket.on('data', piece => {
      discarded.set(socket, (discarded.get(socket) ?? 0) + piece.length)
      took(socket, piece.length)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ends = Array.from({ length: senders }, () => {
    const socket = connect(port, '127.0.0.1').resume()
    onTestFinished(() => void socket.destroy())
    socket.end(Buffer.alloc(bytesEach))
    return once(socket, 'close')
  })
  return { all: () => [...discarded.values()], ended: Promise.all(ends) }
}

test('from one turn to the next all together bring no more than a few pieces, and nothing is left over', async () => {
  let turns = 0
  const { all, ended } = await discard(16, 2 * mebibyte, turn => {
    turns++
    setImmediate(turn)
  })
  await ended
  expect(all()).toEqual(new Array(16).fill(2 * mebibyte))
  expect(turns).toBeGreaterThan((16 * 2 * mebibyte) / discardedPerTurnBytes / 2)
})

test('no more wait than may hold a piece each', () => {
  const took = openDiscardPace(() => {})
  const sockets = Array.from({ length: 2 * mostWaiting }, () => new Socket())
  for (const socket of sockets) took(socket, discardedPerTurnBytes)
  expect(sockets.filter(socket => socket.isPaused())).toHaveLength(mostWaiting)
})
