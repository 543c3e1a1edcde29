import { expect, test } from 'vitest'
import { isRegistered, redirectTo } from './redirect.js'

const registered = [
  'https://app.example/cb',
  'https://app.example/with?of=own',
  'http://127.0.0.1:3000/cb',
  'http://[::1]/cb',
]

test.each([
  'https://app.example/cb',
  'https://app.example/with?of=own',
  'http://127.0.0.1:3000/cb',
  'http://127.0.0.1:49152/cb',
  'http://127.0.0.1/cb',
  'http://[::1]:5000/cb',
])('one is sent back to %s', uri => {
  expect(isRegistered(uri, registered)).toBe(true)
})

test.each([
  'https://app.example/cb/',
  'https://app.example/cb/more',
  'https://app.example/CB',
  'https://APP.example/cb',
  'https://app.example:443/cb',
  'https://app.example:8443/cb',
  'https://app.example/cb?more=1',
  'https://app.example/cb#there',
  'https://app.example/with?of=other',
  'https://app.example/x/../cb',
  'https://app.example/%63b',
  'https://user@app.example/cb',
  'https://app.example@evil.example/cb',
  'https://app.example.evil.example/cb',
  'http://app.example/cb',
  'https://127.0.0.1:3000/cb',
  'http://127.0.0.1:3000/other',
  'http://127.0.0.1:3000@evil.example/cb',
  'http://127.0.0.1:999999/cb',
  'http://127.0.0.1:99999/cb',
  'http://127.0.0.1:0/cb',
  'http://[::1]:65536/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://localhost:3000/cb',
  'http://[::1]:5000/cb/',
  ' https://app.example/cb',
  '',
])('one is not sent back to %s', uri => {
  expect(isRegistered(uri, registered)).toBe(false)
})

test('appends the response to the address’s own query, without empty values', () => {
  expect(redirectTo('https://a/cb', { code: 'c', state: '' })).toBe('https://a/cb?code=c')
  expect(redirectTo('https://a/cb?x=1', { error: 'access_denied', state: 'a b&c' })).toBe(
    'https://a/cb?x=1&error=access_denied&state=a+b%26c',
  )
})
