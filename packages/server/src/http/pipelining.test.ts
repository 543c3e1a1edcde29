import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { buildApp } from './app.js'

/** Sends many requests at once over one connection to a server that counts its responses. */
async function sendAtOnce(requests: number) {
  let answered = 0
  let seen = 0
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'test' })
  app.get('/', async () => {
    answered++
    await new Promise(setImmediate)
    return 'ok'
  })
  app.server.on('request', () => seen++)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests - 1) + last)
  let received = ''
  socket.setEncoding('utf8').on('data', text => {
    received += text
  })
  await once(socket, 'close')
  return { seen, answered, received: received.split('200 OK').length - 1 }
}

test('lets a few requests wait on one connection', async () => {
  expect(await sendAtOnce(10)).toEqual({ seen: 10, answered: 10, received: 10 })
})

test('closes a connection that sends hundreds of requests without waiting, and handles hardly any of them', async () => {
  const { seen, answered } = await sendAtOnce(500)
  expect(answered).toBeLessThan(20)
  expect(seen, 'the rest of the piece is not parsed').toBeLessThan(20)
})
