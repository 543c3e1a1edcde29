import { expect, test } from 'vitest'
import { bearer } from './callers.js'
import { startApi } from './start-api.js'

const apiRate = { points: 5, seconds: 60 }

test('a user over the limit gets a text with whole seconds, and Remaining falls by one per call', async () => {
  const { call, tokenOf } = await startApi(undefined, { apiRate })
  const session = bearer(await tokenOf('reader'))
  const answers = await Promise.all(Array.from({ length: 7 }, () => call('/users/me', session)))
  const taken = answers.filter(({ statusCode }) => statusCode === 200)
  const limited = answers.filter(({ statusCode }) => statusCode === 429)
  expect([taken.length, limited.length]).toEqual([5, 2])
  const remaining = taken.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(remaining.toSorted()).toEqual([0, 1, 2, 3, 4])
  for (const { headers } of answers) {
    expect(headers['x-ratelimit-limit']).toBe('5')
    expect(headers['x-ratelimit-reset']).toMatch(/^([1-9]|[1-5]\d|60)$/)
  }
  for (const { headers, body } of limited) {
    expect([body, headers['content-type']]).toEqual(['limit exceeded', expect.stringMatching(/^text\/plain/)])
    expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-version-id': 'test' })
    expect(headers['x-request-id']).toMatch(/^[0-9a-z]{26}$/)
  }
})

test('Remaining falls by exactly one per call, whatever the result', async () => {
  const { call, tokenOf } = await startApi(undefined, { apiRate: { points: 100, seconds: 60 } })
  const session = bearer(await tokenOf('reader'))
  const remaining: number[] = []
  for (const path of [
    '/users/me',
    '/nope',
    '/admin/config',
    '/teams/all',
    '/users/login',
    '/users/x/get',
    '/users/me',
  ])
    remaining.push(Number((await call(path, session)).headers['x-ratelimit-remaining']))
  expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93])
})

test('counts each user across sessions, and calls without a valid session by address', async () => {
  const { call, logIn, tokenOf, callers } = await startApi(undefined, { apiRate })
  const [reader, admin] = [bearer(await tokenOf('reader')), bearer(await tokenOf('admin'))] // two of the address's five calls
  const left = async (...request: Parameters<typeof call>) =>
    Number((await call(...request)).headers['x-ratelimit-remaining'])
  expect(await left('/users/me', reader)).toBe(4)
  expect(await left('/users/me', admin)).toBe(4)
  expect(await left('/users/me', bearer('opensnothing'))).toBe(2)
  expect(await left('/nope')).toBe(1)
  expect((await logIn({})).headers['x-ratelimit-remaining']).toBe('0')
  expect((await call('/users/me')).body).toBe('limit exceeded')
  expect(await left('/users/me', { headers: { 'x-forwarded-for': '192.0.2.7' } })).toBe(4)
  expect(await left('/users/me', reader)).toBe(3)
  const leftToReader = async () => left('/users/me', (await callers('reader')).reader)
  expect([await leftToReader(), await leftToReader()]).toEqual([2, 1])
})

test('counts an IPv6 network as one address, and IPv4 alike in both spellings', async () => {
  const { call } = await startApi(undefined, { apiRate })
  const left = async (address: string) => {
    const { headers } = await call('/nope', { headers: { 'x-forwarded-for': address } })
    return Number(headers['x-ratelimit-remaining'])
  }
  expect(await left('2001:db8:1:2::1')).toBe(4)
  expect(await left('2001:db8:1:2:a:b:c:d')).toBe(3)
  expect(await left('2001:db8:1:3::1')).toBe(4)
  expect(await left('192.0.2.9')).toBe(4)
  expect(await left('::ffff:192.0.2.9')).toBe(3)
})

test('sends no limit headers without a limit', async () => {
  const { call } = await startApi()
  const { headers } = await call('/users/me')
  expect(Object.keys(headers).filter(name => name.startsWith('x-ratelimit'))).toEqual([])
})

const accepted = [
  '*/*',
  'application/json',
  'application/json;q=0.9, application/problem+json',
  'application/json, text/plain, */*',
  'text/html',
  'image/png',
]

test('over the rate, the body is the text whatever the caller accepts: the API, OAuth, uploads and hooks', async () => {
  const once = { points: 1, seconds: 60 }
  const api = await startApi(undefined, { apiRate: once })
  const { url } = await api.listen()
  const hook = (await api.anotherIngress({ hookRate: once })).hookUrl
  const paths = ['/api/v3/general/ping', '/api/v3/nope', '/api/v3/users/login', '/oauth/access_token']
  const urls = [...paths.map(path => url + path), `${url}/uploads/${'a'.repeat(26)}`, hook]
  await fetch(urls[0] ?? '')
  await fetch(hook, { method: 'POST', body: '{"text":"x"}' })
  for (const url of urls)
    for (const accept of accepted) {
      const answer = await fetch(url, { method: 'POST', body: '{}', headers: { accept } })
      const type = answer.headers.get('content-type')?.split(';')[0]
      const shown = [url, accept, answer.status, type, await answer.text()]
      expect(shown).toEqual([url, accept, 429, 'text/plain', 'limit exceeded'])
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
})
