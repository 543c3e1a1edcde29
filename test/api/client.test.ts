import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, createClient } from '@posthorn/contract'
import { expect, onTestFinished, test } from 'vitest'
import { password } from '../support/constants.js'
import { addPosts, noSuchId, startApi, team } from './start-api.js'

async function startServer(options: Parameters<typeof startApi>[1] = {}) {
  const api = await startApi(undefined, options)
  const { url: baseUrl } = await api.listen()
  return { ...api, baseUrl, nobody: createClient({ baseUrl }) }
}

/** Returns the error of a rejected call. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const loginBody = { name: team, login_id: 'reader', password }

test('the typed client makes calls by name, with the session from the login’s header', async () => {
  const { baseUrl, nobody, teamId } = await startServer()
  const { answer: user, headers } = await nobody.login.withHeaders({ body: loginBody })
  expect(user.username).toBe('reader')

  const client = createClient({ baseUrl, token: headers.Token ?? '' })
  expect((await client.getMe()).id).toBe(user.id)
  expect((await client.getTeam({ params: { team: teamId } })).name).toBe(team)
  await client.logout()
  expect((await errorOf(client.getMe())).is('no_session')).toBe(true)
})

test('the typed client also works with a browser’s cookie, even for changes', async () => {
  const { baseUrl, tokenOf } = await startServer()
  const cookie = `MMAUTHTOKEN=${await tokenOf('reader')}`
  const browser: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, cookie } })
  const client = createClient({ baseUrl, fetch: browser })
  const { id } = await client.getMe()
  expect(await client.logout()).toEqual({ user_id: id })
})

test('the typed client reports from a header whether there are more posts', async () => {
  const { baseUrl, db, channelNamed, tokenOf, teamId } = await startServer()
  const { id: channel } = await channelNamed('builds')
  const ids = await addPosts(db, channel, ['one', 'two', 'three'])
  const client = createClient({ baseUrl, token: await tokenOf('reader') })
  const page = (offset: number) =>
    client.listPosts.withHeaders({ params: { team: teamId, channel, offset, limit: 2 } })
  const first = await page(0)
  expect([first.answer.order, first.headers['X-Has-More']]).toEqual([ids.slice(0, 2), 'true'])
  const last = await page(2)
  expect([last.answer.order, last.headers['X-Has-More']]).toEqual([ids.slice(2), 'false'])
})

test('an error has its status, id, message and the request id that is in the log', async () => {
  const { baseUrl, nobody, tokenOf, teamId } = await startServer()
  expect(await errorOf(nobody.getMe())).toMatchObject({
    status: 401,
    id: 'api.context.session_expired.app_error',
    message: 'Invalid or expired session, please login again.',
    requestId: expect.stringMatching(/^[a-z0-9]{26}$/),
    retryAfterSeconds: undefined,
  })
  const client = createClient({ baseUrl, token: await tokenOf('reader') })
  const params = { team: teamId, channel: noSuchId, offset: -1, limit: 60 }
  const { status, detailedError } = await errorOf(client.listPosts({ params }))
  expect([status, detailedError]).toEqual([400, expect.stringContaining('offset')])
})

test('a rate-limited call says when to retry', async () => {
  const { nobody } = await startServer({ apiRate: { points: 1, seconds: 60 } })
  await nobody.ping()
  const { status, id, message, retryAfterSeconds } = await errorOf(nobody.ping())
  expect([status, id, message]).toEqual([429, '', 'Too many requests. Wait and try again.'])
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(60)
})

test('the typed client reports an unreachable server and an HTML response as such', async () => {
  const pages = createServer((_request, response) => response.end('<p>Hello</p>')).listen(0, '127.0.0.1')
  onTestFinished(() => void pages.close())
  await new Promise(resolve => pages.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const page = await errorOf(createClient({ baseUrl }).ping())
  expect([page.status, page.id, page.message]).toEqual([
    200,
    '',
    expect.stringContaining('did not come from this API'),
  ])
  await new Promise(resolve => pages.close(resolve))
  const away = await errorOf(createClient({ baseUrl }).ping())
  expect([away.status, away.message]).toEqual([
    0,
    'Cannot reach the server. Check your connection and try again.',
  ])
})

test('aborting a call’s signal ends it with the signal’s reason', async () => {
  const { nobody } = await startServer()
  const reason = new Error('left the page')
  await expect(nobody.ping({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('a parameter cannot turn a call into another one', async () => {
  const { baseUrl, tokenOf, teamId } = await startServer()
  const client = createClient({ baseUrl, token: await tokenOf('reader') })
  for (const name of ['..', '.', ''])
    await expect(client.getChannelByName({ params: { team: teamId, name } })).rejects.toThrow(/cannot be/)
  const odd = client.getChannelByName({ params: { team: teamId, name: '../../../users/me?a=b#c' } })
  expect((await errorOf(odd)).is('no_channel_named')).toBe(true)
})
