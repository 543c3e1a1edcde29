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

test.each(refused)('answers %s with the error object and its ids', async (path, status, id) => {
  const answer = await app.inject({ url: path, headers: { 'x-request-id': 'the-callers-own' } })
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(/^[0-9a-z]{26}$/)
  expect(answer.headers['x-version-id']).toBe('v1')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ id, status_code: status, request_id: requestId })
  expect(answer.body).not.toContain('secret')
})

test.each(['/hooks', '/services', '/services/T0AAAA/B0AAAA', '/Services/T0AAAA'])(
  'never repeats a key in the error for an unknown path below %s',
  async path => {
    const answer = await app.inject({ url: `${path}/verysecretkey` })
    expect(answer.body).not.toContain('verysecretkey')
  },
)

test('sends nosniff with every response, and Strict-Transport-Security for a site over https', async () => {
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

const malformed: [what: string, request: string, status: number, detail: RegExp][] = [
  ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n', 400, /Malformed HTTP request: /],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n', 400, /Malformed HTTP request: /],
  [
    'length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    /Transfer-Encoding/,
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    /Content-Length/,
  ],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, /Host header is missing/],
  [
    'two Hosts',
    'GET / HTTP/1.1\r\nHost: x\r\nHOST: y\r\nConnection: close\r\n\r\n',
    400,
    /Host header occurs more/,
  ],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 501, /not a proxy/],
  [
    'long headers',
    `GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    /headers are larger/,
  ],
  [
    'a body without a length',
    'POST / HTTP/1.1\r\nHost: x\r\n\r\n{"text": "x"}',
    400,
    /Invalid method encountered\. If the request has a body, send its length in Content-Length\.$/,
  ],
  [
    'a body without a length on a connection that closes',
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n{"text": "x"}',
    400,
    /send its length in Content-Length\.$/,
  ],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01', 400, /Malformed HTTP request/],
  [
    'an odd type of a body',
    'POST /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ;;\r\nContent-Length: 2\r\n\r\n{}',
    404,
    /Typo/,
  ],
  [
    'an expectation',
    'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: wonders\r\n\r\n',
    404,
    /Typo/,
  ],
]

test.each(malformed)(
  'answers a malformed request (%s) with the error object and its ids, and closes the connection',
  async (_what, request, status, detail) => {
    const server = await listening()
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(request)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const error = JSON.parse(body)
    expect(error).toMatchObject({ status_code: status, detailed_error: expect.stringMatching(detail) })
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const line of [
      `x-request-id: ${error.request_id}`,
      'x-version-id: v1',
      'x-content-type-options: nosniff',
      'connection: close',
    ])
      expect(head.toLowerCase()).toContain(line)
  },
)

test('answers 408 and closes the connection if the headers take over 15 s or the request over a minute', async () => {
  const { server } = await listening()
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 60_000])
  server.headersTimeout = 1 // it is looked for every five seconds
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost:')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*did not arrive in time/)
})

async function listening() {
  const server = buildApp({ log: openLog('test', 'silent'), versionId: 'v1' })
  onTestFinished(() => server.close())
  await server.listen({ host: '127.0.0.1', port: 0 })
  return server
}

const asked: [method: 'GET' | 'POST' | 'OPTIONS', url: string, status: number, allow?: string][] = [
  ['GET', '/here/ab/now?x=//', 200],
  ['POST', '/here/ab/now', 405, 'GET, HEAD'],
  ['GET', '/here/x', 405, 'POST'],
  ['OPTIONS', '/here/x', 200, 'POST'],
  ['POST', '/here/abc/now', 404],
  ['POST', '/nowhere', 404],
  ['GET', '/nowhere', 404],
  ['OPTIONS', '/nowhere', 404],
]

test('answers a wrong method with 405 and Allow, and an unknown path with 404', async () => {
  const server = startRoutes()
  for (const [method, url, status, allow] of asked) {
    const answer = await server.inject({ method, url })
    expect([method, url, answer.statusCode, answer.headers.allow]).toEqual([method, url, status, allow])
    const id = status === 405 ? 'api.context.method_not_allowed.app_error' : 'api.context.404.app_error'
    if (status > 400) expect(answer.json()).toMatchObject({ id })
  }
})

test.each([
  ['GET', '//here/ab/now'],
  ['GET', '/here//ab/now'],
  ['GET', '/here/ab//now'],
  ['GET', '/here/ab/now/'],
  ['POST', '/there//now'],
  ['POST', '/here/'],
  ['POST', '/here/?x'],
  ['OPTIONS', '/here//'],
  ['GET', '//'],
] as const)('responds 404 to %s %s, because a part of the path is empty', async (method, url) => {
  const answer = await startRoutes().inject({ method, url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ id: 'api.context.404.app_error' })
})

test('treats several slashes as one below /hooks, where senders append paths to an address with a slash', async () => {
  const server = startRoutes()
  for (const url of ['/hooks/k', '//hooks/k', '/hooks//k', '///hooks///k?x=//'])
    expect([url, (await server.inject({ method: 'POST', url })).body]).toEqual([url, 'k'])
  for (const url of ['/hooks/', '/hooks//', '//hooks', '/x//hooks/k', '/hooks//k/'])
    expect([url, (await server.inject({ method: 'POST', url })).statusCode]).toEqual([url, 404])
})

test('reads paths with scheme and host, as some proxies send them, like others', async () => {
  const server = startRoutes()
  onTestFinished(() => server.close())
  await server.listen({ host: '127.0.0.1', port: 0 })
  const statusOf = async (path: string) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST http://x${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    return (await text(socket)).slice(9, 12)
  }
  expect(await Promise.all(['/here/x', '//hooks//k', '/there/ab/now'].map(statusOf))).toEqual(
    Array(3).fill('200'),
  )
  expect(await Promise.all(['//here/x', '/there//now'].map(statusOf))).toEqual(['404', '404'])
})

function startRoutes() {
  const server = buildApp({ log: openLog('test', 'silent'), versionId: 'v1' })
  server.get('/here/:id(^[a-z]{2}$)/now', async () => 'yes')
  server.post('/here/:name', async () => 'posted')
  server.post('/there/:name/now', async () => 'posted')
  server.post<{ Params: { key: string } }>('/hooks/:key', async ({ params }) => params.key)
  server.get('/*', (_request, reply) => void reply.callNotFound())
  return server
}
