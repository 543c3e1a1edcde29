import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.js'
import { openListener, withToken } from '../listener.js'
import { startApps } from '../start-apps.js'
import { asking, flowOf, problemOf, redirectParams, tokensIn } from './flow.js'

const expired = '401 api.context.session_expired.app_error'
const sessionEnded = 1008

/** Starts an app that `maker` owns, which acts for `reader` and has a bot. */
async function startOwned() {
  const api = await startApps()
  const flow = flowOf(api)
  const of = await api.register()
  const botToken = async () => {
    const answer = await flow.exchange(of, { grant_type: 'client_credentials' })
    return answer.statusCode === 200 ? String(answer.json().access_token) : problemOf(answer)
  }
  const setActive = (active: 'true' | 'false', user_id = api.maker.id) =>
    api.admin.client.updateUserActive({ body: { user_id, active } })
  const lives = (token: string) => api.callerWith(token).statusAndId('/users/me')
  return { ...api, ...flow, of, botToken, setActive, lives }
}

test('an app of a deactivated owner is suspended, and works again with its owner', async () => {
  const { of, reader, tokensFor, codeFor, refresh, redeem, botToken, setActive, lives, app } =
    await startOwned()
  const tokens = await tokensFor(reader, of)
  const [bot, code] = [await botToken(), await codeFor(reader, of)]
  await setActive('false')
  expect([await lives(tokens.access_token), await lives(bot)]).toEqual([expired, expired])
  expect(problemOf(await refresh(of, tokens.refresh_token))).toMatch(/invalid_client$/)
  expect(problemOf(await redeem(of, code))).toMatch(/invalid_client$/)
  expect(await botToken()).toMatch(/invalid_client$/)
  expect(await reader.statusAndId('/oauth/authorize', asking(of))).toBe(
    '403 api.oauth.allow_oauth.suspended.app_error',
  )
  const page = await app.inject({
    url: `/oauth/authorize?${new URLSearchParams(asking(of))}`,
    headers: reader.headers,
  })
  expect([page.statusCode, page.headers.location]).toEqual([403, undefined])
  await setActive('true')
  expect([await lives(tokens.access_token), await lives(bot)]).toEqual(['200', '200'])
  expect(tokensIn(await refresh(of, tokens.refresh_token)).access_token).toMatch(/^\w+$/)
})

test('deactivating an app’s owner closes the app’s sockets', async () => {
  const { of, reader, tokensFor, botToken, setActive, listen } = await startOwned()
  const { url } = await listen()
  const tokens = [(await tokensFor(reader, of)).access_token, await botToken()]
  const listeners = await Promise.all(tokens.map(token => openListener(url, withToken(token))))
  for (const { received } of listeners) await eventually(() => expect(received).toHaveLength(1))
  await setActive('false')
  for (const { closed } of listeners) expect(await closed).toBe(sessionEnded)
})

test('a bot is suspended and restored with its owner, unless it was deactivated before', async () => {
  const { of, register, admin, db, setActive } = await startOwned()
  const other = await register({ name: 'Other' })
  const admins = await register({ name: 'Admins' }, admin)
  await setActive('false', other.bot_user_id)
  await setActive('false')
  await setActive('false')
  const active = async () => {
    const ids = [of, other, admins].map(({ bot_user_id: id }) => id)
    const bots = await db.user.findMany({ where: { id: { in: ids }, deleteAt: 0 } })
    return ids.map(id => bots.some(bot => bot.id === id))
  }
  expect(await active()).toEqual([false, false, true])
  await setActive('true')
  expect(await active()).toEqual([true, false, true])
})

test('an administrator’s app is suspended with its owner, too', async () => {
  const { register, admin, db, callers, reader, tokensFor, lives } = await startOwned()
  const { second } = await callers('second')
  await db.user.update({ where: { id: second.id }, data: { roles: 'system_admin system_user' } })
  const app = await register({ is_trusted: true }, second)
  const { access_token } = await tokensFor(reader, app)
  await admin.client.updateUserActive({ body: { user_id: second.id, active: 'false' } })
  expect(await lives(access_token)).toBe(expired)
})

test('a system administrator takes an app over, and it works again', async () => {
  const { of, reader, admin, callers, tokensFor, setActive, lives, db } = await startOwned()
  const { access_token } = await tokensFor(reader, of)
  await setActive('false')
  await admin.client.takeOverApp({ params: { client: of.id } })
  expect(await lives(access_token)).toBe('200')
  expect((await db.user.findUniqueOrThrow({ where: { id: of.bot_user_id } })).deleteAt).toBe(0n)
  await setActive('true')
  const { maker } = await callers('maker')
  expect(await maker.client.listApps()).toEqual([])
})

test('an app on the user’s machine asks for consent every time', async () => {
  const { register, app: server, reader, admin } = await startOwned()
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  const natives = [
    { is_public: true },
    { callback_urls: ['http://127.0.0.1/back'], is_trusted: true },
    { callback_urls: ['http://[::1]:8080/back'] },
    { callback_urls: ['http://localhost:8080/back'] },
    { callback_urls: ['http://127.9.9.9/back'] },
  ]
  for (const choices of natives) {
    const app = await register(choices, admin)
    const asked = asking(app, { ...pkce, redirect_uri: app.callback_urls[0] ?? '' })
    const { redirect } = await reader.client.authorizeApp({ body: asked })
    expect(redirectParams(redirect).code).toMatch(/^\w+$/)
    const again = await server.inject({
      url: `/oauth/authorize?${new URLSearchParams(asked)}`,
      headers: reader.headers,
    })
    expect([choices, again.headers.location]).toEqual([choices, undefined])
    expect((await reader.client.getAuthorization({ query: asked })).needs_consent).toBe(true)
  }
})
