import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bearer, noSuchId, startApi, told } from './start-api.js'

const notFound = '404 api.context.404.app_error'
const wrongMethod = '405 api.context.404.app_error'

test('an unknown path is told so, and a known one which methods it takes', async () => {
  const { call } = await startApi()
  const cases: [method: InjectOptions['method'], path: string, answer: string, allow?: string][] = [
    ['GET', '', notFound],
    ['GET', '/', notFound],
    ['GET', '/nope', notFound],
    ['POST', '/nope', notFound],
    ['GET', '/users', notFound],
    ['GET', '/users/me/', notFound],
    ['GET', '/no%20pe?q=1', notFound],
    ['GET', `/teams/first-team/stats`, notFound],
    ['GET', `/teams/${'x'.repeat(101)}/channels`, notFound],
    ['POST', '/users/me', wrongMethod, 'GET, HEAD'],
    ['DELETE', '/users/me?x=1', wrongMethod, 'GET, HEAD'],
    ['GET', '/users/login', wrongMethod, 'POST'],
    ['PUT', '/users/login', wrongMethod, 'POST'],
    ['GET', `/teams/${noSuchId}/add_user_to_team`, wrongMethod, 'POST'],
    ['POST', `/teams/${noSuchId}/members/0/10`, wrongMethod, 'GET, HEAD'],
  ]
  for (const [method, path, answer, allow] of cases) {
    const seen = await call(path, { method: method ?? 'GET' })
    expect([path, told(seen), seen.headers.allow]).toEqual([path, answer, allow])
  }
  const options = await call('/users/login', { method: 'OPTIONS' })
  expect([options.statusCode, options.headers.allow, options.body]).toEqual([200, 'POST', ''])
})

test('every answer has the ids of request and version, and a caller’s own id is never taken over', async () => {
  const { call, tokenOf } = await startApi()
  const own = { 'x-request-id': noSuchId, ...bearer(await tokenOf('reader')).headers }
  for (const path of ['/users/me', '/nope', '/teams/all', '/general/ping', '/admin/config', '/a%zz']) {
    const { headers } = await call(path, { headers: own })
    expect(headers['x-request-id']).toMatch(/^[0-9a-z]{26}$/)
    expect(headers['x-request-id']).not.toBe(noSuchId)
    expect(headers['x-version-id']).toBe('test')
  }
})
