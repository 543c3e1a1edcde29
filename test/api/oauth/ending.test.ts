import { expect, test } from 'vitest'
import { password } from '../../support/constants.js'
import { eventually } from '../../support/eventually.js'
import { openListener, withToken } from '../listener.js'
import { team } from '../start-api.js'
import { startApps } from '../start-apps.js'
import { flowOf, problemOf, tokensIn } from './flow.js'

const expired = '401 api.context.session_expired.app_error'
const sessionEnded = 1008

/** Starts an app that acts for `reader` and has an open WebSocket. */
async function startListening() {
  const api = await startApps()
  const flow = flowOf(api)
  const { url } = await api.listen()
  const app = await api.register()
  const enter = async (scope = 'read') => {
    const tokens = await flow.tokensFor(api.reader, app, { scope })
    const listener = await openListener(url, withToken(tokens.access_token))
    await eventually(() => expect(listener.received).toHaveLength(1)) // hello
    return { ...tokens, ...listener }
  }
  /** Expects both tokens to be rejected and the socket to be closed. */
  const expectEnded = async ({ access_token, refresh_token, closed }: Awaited<ReturnType<typeof enter>>) => {
    expect(await closed).toBe(sessionEnded)
    expect(await api.callerWith(access_token).statusAndId('/users/me')).toBe(expired)
    expect(problemOf(await flow.refresh(app, refresh_token))).toMatch(/^400 invalid_(grant|client)$/)
  }
  return { ...api, ...flow, url, of: app, enter, expectEnded }
}

test('an app’s tokens for a user end with their sockets: replaced, revoked, ended, deauthorized', async () => {
  const { of, enter, expectEnded, refresh, post, reader } = await startListening()
  const first = await enter()
  const next = tokensIn(await refresh(of, first.refresh_token))
  expect(await first.closed).toBe(sessionEnded)
  const second = await enter()
  await post('revoke', { client_id: of.id, client_secret: of.client_secret, token: second.refresh_token })
  await expectEnded(second)
  const third = await enter()
  const [latest] = await reader.client.listSessions({ params: { user: reader.id } })
  await reader.client.revokeSession({ body: { id: latest?.id ?? '' } })
  await expectEnded(third)
  const last = await enter()
  await reader.client.deauthorizeApp({ params: { client: of.id } })
  await expectEnded(last)
  expect(problemOf(await refresh(of, next.refresh_token))).toBe('400 invalid_grant')
  expect(await reader.client.listAuthorizedApps()).toEqual([])
})

test('an app’s tokens end with the user’s old password, the user, and the app', async () => {
  const { enter, expectEnded, logIn, callerWith, reader, admin, maker, of, codeFor, redeem } =
    await startListening()
  const known = await admin.client.getUserByUsername({ params: { username: 'reader' } })
  expect(known.id).toBe(reader.id)
  const entered = await logIn({ name: team, login_id: 'reader', password })
  const person = callerWith(String(entered.headers.token))
  const first = await enter()
  const change = { user_id: reader.id, current_password: password, new_password: 'something new' }
  await person.client.changePassword({ body: change })
  await expectEnded(first)

  const code = await codeFor(person, of)
  const [second, bystander] = [await secondEnter(), await codeFor(maker, of)]
  await admin.client.updateUserActive({ body: { user_id: reader.id, active: 'false' } })
  await expectEnded(second)
  expect(problemOf(await redeem(of, code))).toBe('400 invalid_grant')
  const left = tokensIn(await redeem(of, bystander))
  await maker.client.deleteApp({ body: { id: of.id } })
  expect(await callerWith(left.access_token).statusAndId('/users/me')).toBe(expired)
  expect(problemOf(await redeem(of, bystander))).toBe('400 invalid_client')

  async function secondEnter() {
    Object.assign(reader, { client: person.client })
    return enter()
  }
})

test('only tokens with the read scope get live events', async () => {
  const { url, of, tokensFor, reader, enter } = await startListening()
  expect((await enter('read')).socket.readyState).toBe(1)
  const { access_token } = await tokensFor(reader, of, { scope: 'post' })
  await expect(openListener(url, withToken(access_token))).rejects.toThrow('403')
  const stranger = await openListener(url)
  stranger.send({ seq: 1, action: 'authentication_challenge', data: { token: access_token } })
  expect(await stranger.closed).toBe(sessionEnded)
})

test('users see which apps act for them, with scopes and last use', async () => {
  const { of, tokensFor, reader, maker } = await startListening()
  const before = Date.now()
  for (const scope of ['read', 'post']) await tokensFor(reader, of, { scope })
  const [authorized, ...others] = await reader.client.listAuthorizedApps()
  expect(others).toEqual([])
  expect(authorized).toMatchObject({ id: of.id, scopes: ['read', 'post'], client_secret: '' })
  expect(authorized?.last_used_at).toBeGreaterThanOrEqual(before)
  const [managed] = await maker.client.listApps()
  expect(managed).toMatchObject({ live_tokens: 2, users: 1 })
  expect(managed?.last_used_at).toBeGreaterThanOrEqual(before)
})

test('beyond fifty tokens of an app per user, the oldest end, and the user’s own sessions stay', async () => {
  const { of, reader, codeFor, redeem, callerWith, db } = await startListening()
  const tokens = []
  for (let count = 0; count < 52; count++) tokens.push(tokensIn(await redeem(of, await codeFor(reader, of))))
  const alive = await Promise.all(
    tokens.map(async one => (await callerWith(one.access_token).get('/users/me')).statusCode === 200),
  )
  expect(alive).toEqual(tokens.map((_, index) => index > 1))
  expect(await db.oauthTokenFamily.count()).toBe(50)
  expect(await reader.statusAndId('/users/me')).toBe('200')
})
