import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openRawSocket, readToEnd, requestText, sendRaw } from '../support/raw-socket.js'
import { startApi } from './start-api.js'

const call = 'POST /api/v3/users/login'

test('a body of nobody that comes in crumbs, or not at all, is refused and its connection ended', async () => {
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
