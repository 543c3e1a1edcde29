import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { commonRefusals } from '../refusals/common-refusals.js'
import { buildApp } from './app.js'
import { discardedBytes } from './discard-rest.js'
import { sendRefusal } from './send-refusal.js'

const { bad_request } = commonRefusals

/** Starts a server that rejects a body after its first 100 pieces, or unread, and counts the output of its parser. */
async function listen() {
  const app = buildApp({ log: openLog('test', 'silent'), versionId: 'test' })
  let parsed = 0
  app.server.prependListener('request', (request: IncomingMessage) => {
    const { push } = request
    request.push = piece => {
      parsed++
      return push.call(request, piece)
    }
  })
  app.post('/unread', { onRequest: async (_, reply) => sendRefusal(reply, bad_request) }, async () => {})
  const hundredPieces = async ({ raw }: { raw: IncomingMessage }) => {
    let pieces = 0
    await new Promise<void>(resolve => raw.on('data', () => ++pieces === 100 && resolve()))
  }
  const refuse = async (_: unknown, reply: Parameters<typeof sendRefusal>[0]) =>
    sendRefusal(reply, bad_request)
  app.post('/begun', { onRequest: [hundredPieces, refuse] }, async () => {})
  app.get('/', async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = async (allowHalfOpen = false) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }).on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { open, parsed: () => parsed }
}

/** Writes the body as fast as it is accepted, and reads the response only then, like a blocking client. */
async function writeThenRead(socket: Socket, text: string): Promise<string> {
  await new Promise(resolve => socket.write(text, resolve))
  return (await socket.setEncoding('latin1').toArray()).join('')
}

const head = (line: string, length: string) => `${line} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'

test('lets a client that is still sending read the response, and then closes the connection', async () => {
  const { open } = await listen()
  const body = 'x'.repeat(16 * 1024 * 1024)
  for (const line of ['POST /unread', 'POST /begun', 'POST /nowhere']) {
    const answer = await writeThenRead(await open(), head(line, `Content-Length: ${body.length}`) + body)
    expect([line, answer]).toEqual([line, expect.stringMatching(/^HTTP\/1.1 4\d\d [\s\S]*connection: close/)])
  }
  const noHttp = await writeThenRead(await open(), `GET / HTTP/1.1\r\nHost: x\r\nL: ${body}`)
  expect(noHttp).toMatch(/^HTTP\/1.1 431 [\s\S]*X-Version-Id: test/)
})

test('parses at most one read of an unwanted body in tiny pieces', async () => {
  const { open, parsed } = await listen()
  const crumbs = '1\r\nx\r\n'
  const text = crumbs.repeat(500_000)
  for (const line of ['POST /unread', 'POST /begun', 'POST /nowhere', 'GET /']) {
    const before = parsed()
    const answer = await writeThenRead(await open(), head(line, chunked) + text)
    expect(answer).toMatch(/^HTTP\/1.1 [24]0\d [\s\S]*connection: close/)
    expect([line, (parsed() - before) * crumbs.length]).toEqual([line, expect.closeTo(65_536, -5.5)])
  }
})

test('discards input after a response only up to a limit', async () => {
  const { open } = await listen()
  const socket = await open(true)
  const piece = Buffer.alloc(1024 * 1024)
  socket.write(head('POST /unread', 'Content-Length: 1000000000'))
  let written = 0
  const more = () => {
    for (let room = true; room; written += piece.length) room = socket.write(piece)
  }
  socket.resume().on('drain', more)
  more()
  await new Promise(resolve => socket.once('close', resolve))
  expect(written).toBeGreaterThan(discardedBytes / 2)
  expect(written).toBeLessThan(2 * discardedBytes)
})

test('keeps the connection open after responding to a request without a body', async () => {
  const { open } = await listen()
  const socket = await open()
  socket.write(head('GET /nowhere', 'A: b'))
  socket.write(head('POST /unread', 'Content-Length: 0'))
  socket.write(head('GET /', 'Connection: close'))
  const answers = (await socket.setEncoding('latin1').toArray()).join('')
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400', 'HTTP/1.1 200'])
})
