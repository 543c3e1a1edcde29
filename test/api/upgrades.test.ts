import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import {
  countConnections,
  openRawSocket,
  readToEnd,
  requestText,
  sendRaw,
  websocketUpgrade,
} from '../support/raw-socket.js'
import { type StartOptions, startApi } from './start-api.js'

const path = '/api/v3/users/websocket'

async function startListening(options: StartOptions = {}) {
  const api = await startApi(undefined, options)
  api.app.get('/livez', async () => ({ live: true }))
  api.app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  api.app.post('/echo', async ({ body }) => body)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  return { ...api, port }
}

const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])
const refusalIn = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '').id

test('a WebSocket request elsewhere gets the normal response, and leaves no socket', async () => {
  const { app, port } = await startListening()
  const asked: [line: string, status: number][] = [
    ['GET /livez', 200],
    ['GET /', 404],
    ['GET /hooks/abc', 404],
    ['POST /hooks/abc', 404],
    ['GET /api/v3/users/me', 401],
    [`POST ${path}`, 405],
    [`GET ${path}x`, 404],
    [`HEAD ${path}`, 400],
    ['GET /%zz', 400],
  ]
  const headers = { ...websocketUpgrade, Connection: 'close, Upgrade' }
  const answers = await Promise.all(asked.map(([line]) => sendRaw(port, requestText(line, headers))))
  expect(asked.map(([line], index) => [line, statusOf(answers[index] ?? '')])).toEqual(asked)
  await eventually(async () => expect(await countConnections(app)).toBe(0))
})

test('a rejected WebSocket gets the reason, and its socket is destroyed', async () => {
  const { app, port } = await startListening({ apiRate: { points: 3, seconds: 3600 } })
  const ask = (headers: Record<string, string>) =>
    sendRaw(port, requestText(`GET ${path}`, { ...websocketUpgrade, ...headers }))
  const foreign = await ask({ Origin: 'http://evil.example' })
  expect([statusOf(foreign), refusalIn(foreign)]).toEqual([403, 'api.web_socket.connect.upgrade.app_error'])
  const keyless = await ask({ 'Sec-WebSocket-Key': 'short' })
  expect([statusOf(keyless), refusalIn(keyless)]).toEqual([400, 'api.web_socket.connect.upgrade.app_error'])
  expect(keyless).toContain('x-content-type-options: nosniff')
  expect(statusOf(await ask({ 'Sec-WebSocket-Version': '7' }))).toBe(400)
  const limited = await Promise.all(Array.from({ length: 50 }, () => ask({})))
  expect(limited.map(statusOf)).toEqual(limited.map(() => 429))
  await eventually(async () => expect(await countConnections(app)).toBe(0))
})

test('requests that offer another protocol are served normally on a persistent connection', async () => {
  const { app, port } = await startListening()
  const socket = await openRawSocket(port)
  const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' }
  const body = JSON.stringify({ text: 'x'.repeat(100_000) })
  const form = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
  const received: Buffer[] = []
  socket.on('data', part => received.push(part))
  for (let round = 1; round <= 20; round++) {
    socket.write(requestText('POST /echo', { ...offer, ...form }, body))
    await eventually(() => expect(Buffer.concat(received).length).toBeGreaterThan(round * body.length))
  }
  socket.write(requestText('GET /livez', offer) + requestText('GET /livez', { Connection: 'close' }))
  await once(socket, 'close')
  const statuses = [...String(Buffer.concat(received)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
    ([, status]) => status,
  )
  expect(statuses).toEqual(Array.from({ length: 22 }, () => '200'))
  await eventually(async () => expect(await countConnections(app)).toBe(0))
})

test('the server closes despite unanswered WebSockets and requests that never end', async () => {
  const { app, port, tokenOf } = await startListening()
  const token = await tokenOf('reader')
  const upgraded = await openRawSocket(port)
  upgraded.write(requestText(`GET ${path}`, { ...websocketUpgrade, Authorization: `Bearer ${token}` }))
  await eventually(() => expect(upgraded.bytesRead).toBeGreaterThan(0))
  const headless = await openRawSocket(port)
  headless.write('GET / HTTP/1.1\r\nHost:')
  const bodiless = await openRawSocket(port)
  bodiless.write(
    requestText('POST /echo', { 'Content-Length': '10', 'Content-Type': 'application/json' }, '{'),
  )
  await eventually(async () => expect(await countConnections(app)).toBe(3))
  const ends = [upgraded, headless, bodiless].map(socket => readToEnd(socket))
  await app.close()
  expect(await countConnections(app)).toBe(0)
  await Promise.all(ends)
})

test('an unclosed socket that was taken over from HTTP does not delay the shutdown', async () => {
  const { app, port } = await startListening()
  app.server.removeAllListeners('connect').on('connect', () => {}) // never answers, never ends
  const taken = await openRawSocket(port)
  taken.write(requestText('CONNECT x:1'))
  await eventually(async () => expect(await countConnections(app)).toBe(1))
  const end = readToEnd(taken)
  await app.close()
  expect(await end).toBe('')
})
