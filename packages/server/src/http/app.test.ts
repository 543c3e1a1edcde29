import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../process/log.js'
import { type AppOptions, buildApp } from './app.js'

const app = buildApp({ log: openLog('test', 'silent'), versionId: 'v1' })
app.get('/throws', async () => {
  throw new Error('a secret that nobody foresaw')
})
app.get('/by/:name', async () => 'here')

const refused: [path: string, status: number, id: string][] = [
  ['/api/v3/nowhere', 404, 'api.context.404.app_error'],
  ['/by/%zz', 400, 'api.context.bad_request.app_error'],
  [`/by/${'x'.repeat(300)}`, 414, 'api.context.bad_request.app_error'],
  ['/throws', 500, 'api.context.unknown.app_error'],
]

test.each(refused)('%s is answered with the error object and its ids', async (path, status, id) => {
  const answer = await app.inject({ url: path, headers: { 'x-request-id': 'the-callers-own' } })
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(/^[0-9a-z]{26}$/)
  expect(answer.headers['x-version-id']).toBe('v1')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ id, status_code: status, request_id: requestId })
  expect(answer.body).not.toContain('secret')
})

test('a path below /hooks that is not a call never repeats the key', async () => {
  const answer = await app.inject({ url: '/hooks/verysecretkey' })
  expect(answer.body).not.toContain('verysecretkey')
})

test('every answer says nosniff; that of a site over https, that browsers come that way only', async () => {
  const log = openLog('test', 'silent')
  const over = { 'x-forwarded-proto': 'https' }
  const headersOf = async (options: Partial<AppOptions>, url = '/nowhere') => {
    const server = buildApp({ log, versionId: 'v1', ...options })
    const { headers } = await server.inject({ url, headers: over })
    return [headers['x-content-type-options'], headers['strict-transport-security']]
  }
  expect(await headersOf({ baseUrlIsHttps: true })).toEqual(['nosniff', 'max-age=31536000'])
  expect(await headersOf({ baseUrlIsHttps: true }, '/%zz')).toEqual(['nosniff', 'max-age=31536000'])
  expect(await headersOf({ trustProxy: 1 })).toEqual(['nosniff', 'max-age=31536000'])
  expect(await headersOf({ trustProxy: '10.0.0.0/8' })).toEqual(['nosniff', undefined])
  expect(await headersOf({})).toEqual(['nosniff', undefined])
})

test('what is no HTTP is answered with the error object, and its connection ended', async () => {
  const server = buildApp({ log: openLog('test', 'silent'), versionId: 'v1' })
  onTestFinished(() => server.close())
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toContain('431 Request Header Fields Too Large')
  expect(head).toContain('X-Content-Type-Options: nosniff')
  expect(JSON.parse(body)).toMatchObject({ id: 'api.context.bad_request.app_error', status_code: 431 })
})
