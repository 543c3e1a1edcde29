import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { statusAndId } from './callers.js'
import { callsOf310 } from './calls-of-3.10.js'
import { callOf } from './rights/make-call.js'
import { noSuchId, startApi } from './start-api.js'

const notFound = '404 api.context.404.app_error'
const wrongMethod = '405 api.context.method_not_allowed.app_error'

const unknownCalls: [method: InjectOptions['method'], path: string, answer: string, allow?: string][] = [
  ['GET', '', notFound],
  ['GET', '/', notFound],
  ['GET', '/nope', notFound],
  ['POST', '/nope', notFound],
  ['GET', '/users', notFound],
  ['GET', '/users/me/', notFound],
  ['GET', '/no%20pe?q=1', notFound],
  ['GET', `/teams/first-team/stats`, notFound],
  ['GET', `/teams/${'x'.repeat(101)}/channels`, notFound],
  ['GET', `/teams/${noSuchId}/channels/more_channels`, notFound],
  ['POST', `/teams/${noSuchId}/channels/counts`, wrongMethod, 'GET, HEAD'],
  ['GET', `/teams/${noSuchId}/members/anybody`, notFound],
  ['POST', `/teams/${noSuchId}/channels/${noSuchId}`, wrongMethod, 'GET, HEAD'],
  ['POST', `//teams/${noSuchId}/channels/${noSuchId}`, notFound],
  ['POST', `/teams/${noSuchId}/channels//posts/create`, notFound],
  ['POST', '/users/me', wrongMethod, 'GET, HEAD'],
  ['DELETE', '/users/me?x=1', wrongMethod, 'GET, HEAD'],
  ['GET', '/users/login', wrongMethod, 'POST'],
  ['PUT', '/users/login', wrongMethod, 'POST'],
  ['GET', `/teams/${noSuchId}/add_user_to_team`, wrongMethod, 'POST'],
  ['POST', `/teams/${noSuchId}/members/0/10`, wrongMethod, 'GET, HEAD'],
]

test('reports an unknown path, and the methods of a known one', async () => {
  const { call } = await startApi()
  for (const [method, path, answer, allow] of unknownCalls) {
    const seen = await call(path, { method: method ?? 'GET' })
    expect([path, statusAndId(seen), seen.headers.allow]).toEqual([path, answer, allow])
  }
  const options = await call('/users/login', { method: 'OPTIONS' })
  expect([options.statusCode, options.headers.allow, options.body]).toEqual([200, 'POST', ''])
})

test('names the version of the API to clients that call another one', async () => {
  const { app } = await startApi()
  const calls: [InjectOptions['method'], string][] = [
    ['POST', '/api/v4/users/login'],
    ['GET', '/api/v4'],
    ['GET', '/api/v4/hooks/incoming?page=0'],
    ['POST', `/api/v4/teams/${noSuchId}/channels`],
    ['GET', '/api/v1/users/me'],
    ['GET', '/api/v30/users/me'],
  ]
  for (const [method = 'GET', url] of calls) {
    const answer = await app.inject({ method, url, headers: { accept: 'text/html' }, payload: '{' })
    const message = expect.stringContaining('version 3 of the API')
    expect([url, statusAndId(answer), answer.json().message]).toEqual([url, notFound, message])
  }
  expect((await app.inject('/api/v3/nope')).json().message).not.toContain('version 3')
})

test('every call of the Go client 3.10 exists, or reports that its feature does not', async () => {
  const { app, call, routes } = await startApi()
  await app.ready() // registers the routes
  const served = new Set(routes.map(callOf))
  for (const asked of callsOf310) {
    const [method = 'GET', path = ''] = asked.split(' ')
    if (served.has(asked)) continue
    const answer = await call(path.replace(/\{\w+\}/g, noSuchId), { method: method as 'GET' | 'POST' })
    expect([asked, statusAndId(answer)]).toEqual([asked, '501 api.context.not_implemented.app_error'])
    expect(answer.json().message).toMatch(/does not have this feature/)
  }
})

test('every response has its own request id and the version, whatever the caller sent', async () => {
  const { callers } = await startApi()
  const { reader } = await callers('reader')
  for (const path of ['/users/me', '/nope', '/teams/all', '/general/ping', '/admin/config', '/a%zz']) {
    const { headers } = await reader.get(path, { 'x-request-id': noSuchId })
    expect(headers['x-request-id']).toMatch(/^[0-9a-z]{26}$/)
    expect(headers['x-request-id']).not.toBe(noSuchId)
    expect(headers['x-version-id']).toBe('test')
  }
})
