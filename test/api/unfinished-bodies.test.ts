import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { openRawSocket, readToEnd, requestText, sendRaw } from '../support/raw-socket.js'
import { statusAndId } from './callers.js'
import { startApi, team } from './start-api.js'

const call = 'POST /api/v3/users/login'

test('rejects an anonymous body that arrives in tiny pieces or not at all, and closes its connection', async () => {
  const { app } = await startApi()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const stuck = await openRawSocket(port)
  stuck.write(requestText(call, { 'Content-Length': '100' }, '{'))
  const late = readToEnd(stuck)
  const crumbs = '1\r\n \r\n'.repeat(2000)
  const answer = await sendRaw(
    port,
    requestText(call, { 'Transfer-Encoding': 'chunked' }, `${crumbs}0\r\n\r\n`),
  )
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('too many small pieces')
  expect(await late).toMatch(/^HTTP\/1.1 408 /)
})

test('answers the link in an e-mail without waiting for a body', async () => {
  const { app } = await startApi()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = await openRawSocket(port)
  socket.write(requestText('POST /mail/unsubscribe?token=x', { 'Content-Length': '100' }, '{'))
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 404 [\s\S]*no longer valid/)
})

test('limits one address’s unfinished bodies to 8 MiB across API and OAuth with 503, and serves others', async () => {
  const { app, post } = await startApi()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [callers, length] = [600, 16 * 1024]
  const calls = [call, 'POST /oauth/access_token']
  const answers: string[] = []
  const sockets: Socket[] = []
  for (let at = 0; at < callers; at++) {
    const socket = await openRawSocket(port)
    sockets.push(socket)
    void readToEnd(socket).then(answer => answers.push(answer))
    const headers = { 'Content-Length': String(length) }
    socket.write(requestText(calls[at % 2] ?? '', headers, ' '.repeat(length - 1)))
  }
  const fitting = (8 * 1024 * 1024) / length
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(callers - fitting)
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: \d/)
  const asked = JSON.stringify({ name: team, login_id: 'reader', password })
  expect(statusAndId(await post('/users/login', asked, { 'x-forwarded-for': '192.0.2.7' }))).toBe('200')
  expect(answers.length).toBeLessThan(1.2 * (callers - fitting))
  for (const socket of sockets) socket.destroy()
})
