import { expect, test } from 'vitest'
import { parseRedisUrl } from './redis-url.js'

test.each([
  ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379 }],
  ['redis://:a%40b@redis:6380/2', { host: 'redis', port: 6380, password: 'a@b', db: 2 }],
  [
    'redis://posthorn:secret@[::1]:7000',
    { host: '::1', port: 7000, username: 'posthorn', password: 'secret' },
  ],
  ['rediss://redis.example.org', { host: 'redis.example.org', port: 6379, tls: {} }],
  [
    'redis+sentinel://posthorn:secret@one,two:26380/main?sentinel_password=other',
    {
      username: 'posthorn',
      password: 'secret',
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
      ],
      name: 'main',
      sentinelPassword: 'other',
    },
  ],
])('reads %s', (url, options) => {
  expect(parseRedisUrl(url)).toEqual(options)
})

test('looks for the primary that Sentinel calls mymaster unless the URL names another', () => {
  expect(parseRedisUrl('redis+sentinel://one')).toMatchObject({ name: 'mymaster' })
})

test('uses TLS for Sentinel as well', () => {
  const { tls, sentinelTLS, enableTLSForSentinelMode } = parseRedisUrl('rediss+sentinel://one/main')
  expect([tls, sentinelTLS, enableTLSForSentinelMode]).toEqual([{}, {}, true])
})

test('names a missing file of certificates, and no password', () => {
  const open = () => parseRedisUrl('rediss://:secret@redis?ca_file=/no/such/file')
  expect(open).toThrow(/^REDIS_URL: ca_file cannot be read: ENOENT(?!.*secret)/)
  expect(() => parseRedisUrl('http://:secret@redis')).toThrow(/^REDIS_URL is not a valid URL of Redis$/)
})
