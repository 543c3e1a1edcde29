import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectionOn } from './connection.js'

test('drops a client that does not read before more than 256 KiB wait for it', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ]
  client.on('error', () => {}).pause()
  const connection = connectionOn(socket)
  const frame = JSON.stringify({ event: 'posted', text: 'x'.repeat(10_000) })
  let most = 0
  while (socket.readyState === socket.OPEN) {
    connection.send(frame)
    most = Math.max(most, socket.bufferedAmount)
    await new Promise(setImmediate) // lets the operating system buffer a part
  }
  expect(most).toBeGreaterThan(200 * 1024)
  expect(most).toBeLessThanOrEqual(256 * 1024)
  client.terminate()
})
