import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { countParsed } from '../support/count-parsed.js'
import { bearer, statusAndId } from './callers.js'
import { startApi } from './start-api.js'

const kib = 1024
const tooLarge = '413 api.context.too_large.app_error'
const unread = '400 api.context.bad_request.app_error'

/** Bounds how far one read of a socket can exceed the limit. */
const oneReadBytes = 64 * kib

/** Starts an API on a real port and counts the bytes it has read. */
async function serve(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi(undefined, options)
  const sockets: Socket[] = []
  api.app.server.on('connection', socket => sockets.push(socket))
  const parsed = countParsed(api.app.server)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.address() as AddressInfo
  /** Announces a body, sends as much as the server accepts, and reads the response until the connection ends. */
  const begin = async (path: string, body: { announced: string; chunk?: string }, headers = {}) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    const given = { host: 'x', ...headers, ...Object.fromEntries([body.announced.split(': ')]) }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /api/v3${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    const { chunk } = body
    if (chunk !== undefined) {
      const more = () => {
        while (socket.writable && socket.write(chunk));
      }
      socket.on('drain', more).once('data', () => socket.end())
      more()
    }
    const answer = await text(socket).catch(() => '')
    socket.destroy()
    return answer
  }
  return { ...api, begin, bytesRead: () => sockets.map(socket => socket.bytesRead), parsed }
}

const invalid = '400 api.context.invalid_param.app_error'
const ofLength = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

test('accepts bodies of 16 KiB without a session, 64 KiB with one, and more for a post', async () => {
  const { post, call, tokenOf, teamId, channelNamed } = await startApi()
  const { id } = await channelNamed('builds')
  const { headers } = bearer(await tokenOf('reader'))
  const create = `/teams/${teamId}/channels/${id}/posts/create`
  const answerTo = async (path: string, body: string, by = {}) => statusAndId(await post(path, body, by))
  expect(await answerTo('/users/login', ofLength(16 * kib))).toBe(invalid)
  expect(await answerTo('/users/login', ofLength(16 * kib + 1))).toBe(tooLarge)
  expect(await answerTo('/users/revoke_session', ofLength(64 * kib), headers)).toBe(invalid)
  expect(await answerTo('/users/revoke_session', ofLength(64 * kib + 1), headers)).toBe(tooLarge)
  const escaped = (characters: number) => '\\ud83c\\udfba'.repeat(characters)
  const longest = `{"message":"${escaped(4000)}","props":{"p":"${escaped(7500)}"}}`
  expect(longest.length).toBeGreaterThan(128 * kib)
  expect(await answerTo(create, longest, headers)).toBe('200')
  expect(await answerTo(create, ofLength(256 * kib), headers)).toBe(tooLarge)

  const refused = await call('/users/login', { method: 'POST', body: ofLength(20 * kib) })
  expect(refused.json().detailed_error).toBe('The limit is 16,384 bytes. You sent 20,480 bytes.')
  expect(refused.headers.connection).toBe('close')
})

test('rejects an announced oversized body unread, and closes the connection', async () => {
  const { begin, bytesRead } = await serve()
  for (const path of ['/users/login', '/users/logout', '/users/create'])
    expect(await begin(path, { announced: `content-length: ${kib * kib}` })).toMatch(/^HTTP\/1.1 413 /)
  for (const bytes of bytesRead()) expect(bytes).toBeLessThan(kib)
})

test('parses no more of a body of unknown length than the call accepts', async () => {
  const { begin, parsed } = await serve()
  const piece = 'x'.repeat(8 * kib)
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
  for (const path of ['/users/login', '/users/newpassword', '/nope']) {
    const before = parsed.bytes
    await begin(path, { announced: 'transfer-encoding: chunked', chunk })
    expect(parsed.bytes - before).toBeLessThan(16 * kib + 3 * oneReadBytes)
  }
})

test('checks session and rate limit before the body has arrived', async () => {
  const { begin } = await serve({ apiRate: { points: 2, seconds: 60 } })
  const unfinished = { announced: 'content-length: 100' }
  expect(await begin('/users/newpassword', unfinished)).toMatch(/^HTTP\/1.1 401 /)
  expect(await begin('/nope', unfinished)).toMatch(/^HTTP\/1.1 404 /)
  expect(await begin('/users/login', unfinished)).toMatch(/^HTTP\/1.1 429 /)
})

test('rejects deeply nested bodies and those with very many values before parsing', async () => {
  const { post } = await startApi()
  for (const body of [`${'['.repeat(7000)}${']'.repeat(7000)}`, `{"name":[${'1,'.repeat(7000)}1]}`]) {
    const answer = await post('/users/login', body)
    expect(statusAndId(answer)).toBe(unread)
    expect(answer.json().detailed_error).toMatch(/^The body was not parsed: it /)
  }
})

test('counts a compressed body by its bytes, and does not inflate it', async () => {
  const { post } = await startApi()
  const asked = JSON.stringify({ name: 'first-team', login_id: 'reader', password })
  expect(statusAndId(await post('/users/login', ofLength(20 * kib), { 'content-encoding': 'gzip' }))).toBe(
    tooLarge,
  )
  expect((await post('/users/login', asked, { 'content-type': 'application/x-gzip' })).statusCode).toBe(200)
})

test('does not read or await bodies outside the API', async () => {
  const { app } = await serve()
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 404 .*connection: close/is)
})
