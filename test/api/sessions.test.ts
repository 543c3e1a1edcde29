import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startProxy } from '../support/start-proxy.js'
import type { TcpProxy } from '../support/tcp-proxy.js'
import { bearer, statusAndId } from './callers.js'
import { startApi, team } from './start-api.js'

test('accepts a session as Bearer, as token, or as the cookie', async () => {
  const { logIn, call } = await startApi()
  const login = await logIn({ name: team, login_id: 'reader', password })
  const token = String(login.headers.token)
  const credentials = [
    { authorization: `Bearer ${token}` },
    { authorization: `token ${token}` },
    { cookie: `MMAUTHTOKEN=${token}` },
  ]
  for (const headers of credentials) {
    const me = await call('/users/me', { headers })
    expect([me.statusCode, me.body, me.headers.expires]).toEqual([200, login.body, '0'])
  }
})

const paths = [
  '/users/me',
  '/teams/all',
  '/teams/nonsense/channels/',
  '/teams/nonsense/channels',
  '/teams/nonsense/channels/nonsense/posts/page/x/y',
]

test('every call except login rejects callers without a session before anything else', async () => {
  const { db, call, tokenOf } = await startApi()
  const old = await tokenOf('reader')
  await db.session.updateMany({ data: { expiresAt: Date.now() - 1 } })
  const callers: InjectOptions[] = [
    {},
    bearer('nosuch'),
    bearer(old),
    { headers: { token: old } },
    { query: { access_token: old } },
    { query: { access_token: ['x', 'y'] } },
    { headers: { cookie: 'MMAUTHTOKEN=nosuch; MMTOKEN=x' } },
  ]
  const answers = await Promise.all(paths.flatMap(path => callers.map(caller => call(path, caller))))
  expect(new Set(answers.map(statusAndId))).toEqual(new Set(['401 api.context.session_expired.app_error']))
})

test('removes an invalid token’s cookie from the browser', async () => {
  const { call } = await startApi()
  const { cookies } = await call('/users/me', { headers: { cookie: 'MMAUTHTOKEN=old' } })
  expect(cookies.map(({ name, value, expires }) => [name, value, expires?.getTime()])).toEqual([
    ['MMAUTHTOKEN', '', 0],
    ['MMUSERID', '', 0],
  ])
})

test('a deactivated user’s sessions end at once', async () => {
  const { db, callers } = await startApi()
  const { reader } = await callers('reader')
  expect(await reader.statusAndId('/users/me')).toBe('200')
  await db.user.update({ where: { username: 'reader' }, data: { deleteAt: Date.now() } })
  expect(await reader.statusAndId('/users/me')).toBe('401 api.context.session_expired.app_error')
})

test('during a Postgres outage every call returns Retry-After, and works again afterwards', async () => {
  let proxy: TcpProxy | undefined
  const { call, logIn, callers } = await startApi(async url => {
    proxy = await startProxy(url)
    return proxy.url
  })
  const { reader } = await callers('reader')
  await proxy?.cut()
  for (const answer of [
    await reader.get('/users/me'),
    await logIn({ name: team, login_id: 'reader', password }),
  ]) {
    expect(statusAndId(answer)).toBe('503 api.context.unavailable.app_error')
    expect(answer.headers['retry-after']).toBe('1')
  }
  expect(statusAndId(await call('/users/me'))).toBe('401 api.context.session_expired.app_error')
  await proxy?.restore()
  await eventually(async () => expect(await reader.statusAndId('/users/me')).toBe('200'))
})
