import { expect, test } from 'vitest'
import { statusAndId } from '../callers.js'
import { startApps } from '../start-apps.js'
import { asking, credentialsOf, flowOf, pkce, problemOf, redirectParams, tokensIn, verifier } from './flow.js'

async function start() {
  const api = await startApps()
  const flow = flowOf(api)
  const lives = (token: string) => api.callerWith(token).statusAndId('/users/me')
  return { ...api, ...flow, lives }
}
const expired = '401 api.context.session_expired.app_error'

test('exchanges a code for tokens that act for its user within the granted scopes', async () => {
  const { register, reader, redeem, codeFor, callerWith } = await start()
  const app = await register()
  const answer = await redeem(app, await codeFor(reader, app))
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  expect(answer.json()).toEqual({
    access_token: expect.stringMatching(/^[a-z0-9]{26}$/),
    token_type: 'Bearer',
    expires_in: expect.any(Number),
    refresh_token: expect.stringMatching(/^[a-z0-9]{78}$/),
    scope: 'read post',
  })
  expect(2_592_000 - tokensIn(answer).expires_in).toBeLessThan(60)
  const acting = callerWith(tokensIn(answer).access_token)
  expect((await acting.client.getMe()).id).toBe(reader.id)
  const beyond = await acting.post('/teams/create', {})
  expect(statusAndId(beyond)).toBe('403 api.context.permissions.app_error')
  expect(beyond.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
  const sessions = await reader.client.listSessions({ params: { user: reader.id } })
  expect(sessions.filter(one => one.is_oauth).map(one => one.props)).toEqual([{ browser: 'Release Notes' }])
})

test('returns a code with state and issuer after the address’s own query', async () => {
  const { register, reader } = await start()
  const own = 'https://app.example.org/cb?of=own'
  const app = await register({ callback_urls: [own] })
  for (const state of ['st/1 2', 'a+b%20c&d=e#f', '"ü€😀"', '']) {
    const body = asking(app, { redirect_uri: own, state })
    const { redirect } = await reader.client.authorizeApp({ body })
    expect(redirect.startsWith(`${own}&`)).toBe(true)
    const common = { of: 'own', ...(state !== '' && { state }), iss: 'http://localhost:80' }
    expect(redirectParams(redirect)).toEqual({ ...common, code: expect.stringMatching(/^[a-z0-9]{26}$/) })
    const no = await reader.client.authorizeApp({ body: { ...body, decision: 'deny' } })
    expect(redirectParams(no.redirect)).toEqual({
      ...common,
      error: 'access_denied',
      error_description: expect.any(String),
    })
  }
})

test('a refresh token works once, for the same or narrower scopes, and ends both earlier tokens', async () => {
  const { register, reader, tokensFor, refresh, lives, callerWith } = await start()
  const app = await register()
  const first = await tokensFor(reader, app)
  const second = tokensIn(await refresh(app, first.refresh_token, { scope: 'read' }))
  expect(second.scope).toBe('read')
  expect([await lives(first.access_token), await lives(second.access_token)]).toEqual([expired, '200'])
  const third = tokensIn(await refresh(app, second.refresh_token))
  expect(third.scope).toBe('read post')
  expect(await callerWith(third.access_token).statusAndId('/users/me')).toBe('200')
})

test('an app with its secret, by form or Basic, gets a token for its bot', async () => {
  const { register, exchange, post, callerWith } = await start()
  const app = await register()
  const grant = { grant_type: 'client_credentials' }
  const byForm = await exchange(app, { ...grant, scope: 'read' })
  const basic = Buffer.from(`${app.id}:${app.client_secret}`).toString('base64')
  const byBasic = await post('access_token', grant, { authorization: `Basic ${basic}` })
  expect(byForm.json()).not.toHaveProperty('refresh_token')
  expect([tokensIn(byForm).scope, tokensIn(byBasic).scope]).toEqual(['read', 'read post manage'])
  for (const answer of [byForm, byBasic]) {
    const me = await callerWith(tokensIn(answer).access_token).client.getMe()
    expect([me.id, me.is_bot]).toEqual([app.bot_user_id, true])
  }
})

test('a public app uses PKCE without a secret, and gets no token for itself', async () => {
  const { register, reader, codeFor, redeem, refresh, exchange, lives } = await start()
  const app = await register({ is_public: true })
  const tokens = tokensIn(await redeem(app, await codeFor(reader, app, pkce), { code_verifier: verifier }))
  expect(await lives(tokens.access_token)).toBe('200')
  const next = tokensIn(await refresh(app, tokens.refresh_token))
  expect(await lives(next.access_token)).toBe('200')
  expect(problemOf(await exchange(app, { grant_type: 'client_credentials' }))).toBe('400 invalid_client')
})

test('a bot’s posts show that an app wrote them, with its name and icon', async () => {
  const { register, reader, exchange, callerWith, teamId, channelNamed, admin } = await start()
  const overrides = { EnablePostUsernameOverride: true, EnablePostIconOverride: true }
  await admin.postJson('/admin/save_config', { ServiceSettings: overrides })
  const app = await register({ icon_url: 'https://app.example.org/icon.png' })
  await reader.client.addTeamMember({ params: { team: teamId }, body: { user_id: app.bot_user_id } })
  const { access_token } = tokensIn(await exchange(app, { grant_type: 'client_credentials' }))
  const { id: channel } = await channelNamed('town-square')
  const posted = await callerWith(access_token).client.createPost({
    params: { team: teamId, channel },
    body: { channel_id: channel, message: 'Released.', props: { override_username: 'root' } },
  })
  const props = {
    from_webhook: 'true',
    from_bot: 'true',
    override_username: 'Release Notes',
    override_icon_url: 'https://app.example.org/icon.png',
  }
  expect(posted).toMatchObject({ user_id: app.bot_user_id, props })
})

test('revoking either token ends both; an unknown token is no error, and another app’s is', async () => {
  const { register, reader, tokensFor, post, refresh, lives } = await start()
  const [app, other] = [await register(), await register()]
  for (const which of ['access_token', 'refresh_token'] as const) {
    const tokens = await tokensFor(reader, app)
    const revoke = (token: string, of = app) => post('revoke', { ...credentialsOf(of), token })
    expect(problemOf(await revoke(tokens[which], other))).toBe('400 invalid_grant')
    expect(await lives(tokens.access_token)).toBe('200')
    expect(problemOf(await revoke(tokens[which]))).toBe('200')
    expect(await lives(tokens.access_token)).toBe(expired)
    expect(problemOf(await refresh(app, tokens.refresh_token))).toBe('400 invalid_grant')
    expect(problemOf(await revoke(tokens[which]))).toBe('200')
  }
  const nobody = { client_id: app.id, client_secret: 'wrong', token: 'x' }
  expect(problemOf(await post('revoke', nobody))).toBe('401 invalid_client')
})

test('introspection describes an app’s own tokens, and no others', async () => {
  const { register, reader, tokensFor, post } = await start()
  const [app, other] = [await register(), await register()]
  const { access_token, refresh_token } = await tokensFor(reader, app)
  const ask = async (token: string, of = app) =>
    (await post('introspect', { ...credentialsOf(of), token })).json()
  const known = { active: true, client_id: app.id, sub: reader.id, username: 'reader', scope: 'read post' }
  expect(await ask(access_token)).toMatchObject({ ...known, token_type: 'Bearer' })
  expect(await ask(refresh_token)).toMatchObject({ ...known, token_type: 'refresh_token' })
  for (const token of [reader.token, 'x', refresh_token.slice(0, 51)])
    expect(await ask(token)).toEqual({ active: false })
  expect(await ask(access_token, other)).toEqual({ active: false })
  const publicApp = await register({ is_public: true })
  expect(problemOf(await post('introspect', { client_id: publicApp.id, token: 'x' }))).toBe(
    '401 invalid_client',
  )
})

test('the provider’s metadata lists its features, and is absent while OAuth is off', async () => {
  const { app: server, switchTo, post } = await start()
  const discover = () => server.inject('/.well-known/oauth-authorization-server')
  expect((await discover()).json()).toMatchObject({
    issuer: 'http://localhost:80',
    token_endpoint: 'http://localhost:80/oauth/access_token',
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  await switchTo(false)
  expect((await discover()).statusCode).toBe(501)
  for (const path of ['access_token', 'revoke', 'introspect']) {
    const answer = await post(path, {})
    expect([answer.statusCode, answer.json().id]).toEqual([
      501,
      'api.oauth.get_access_token.disabled.app_error',
    ])
  }
})

test('reports errors in requests as in RFC 6749', async () => {
  const { register, reader, codeFor, exchange, post, redeem } = await start()
  const app = await register()
  const code = await codeFor(reader, app)
  const wrong = { ...app, client_secret: 'x'.repeat(26) }
  const basic = { authorization: `Basic ${Buffer.from(`${app.id}:wrong`).toString('base64')}` }
  const answers = [
    await exchange(app, {}),
    await exchange(app, { grant_type: 'password', username: 'reader', password: 'x' }),
    await exchange(app, { grant_type: 'code' }),
    await exchange(app, { grant_type: 'authorization_code' }),
    await exchange(app, { grant_type: 'refresh_token' }),
    await exchange(app, { grant_type: 'refresh_token', refresh_token: 'x' }),
    await redeem(app, 'x'.repeat(26)),
    await exchange(app, { grant_type: 'client_credentials', scope: 'everything' }),
    await redeem(wrong, code),
    await post('access_token', { grant_type: 'client_credentials' }, basic),
    await post('access_token', { grant_type: 'client_credentials' }),
    await post('access_token', {}, { 'content-type': 'application/json' }),
  ]
  expect(answers.map(problemOf)).toEqual([
    '400 invalid_request',
    '400 unauthorized_client',
    '400 unsupported_grant_type',
    '400 invalid_request',
    '400 invalid_request',
    '400 invalid_grant',
    '400 invalid_grant',
    '400 invalid_scope',
    '400 invalid_client',
    '401 invalid_client',
    '400 invalid_client',
    '400 invalid_request',
  ])
  expect(answers.every(({ headers }) => headers['cache-control'] === 'no-store')).toBe(true)
})

test('slows down guesses at secrets, together with their address', async () => {
  const api = await startApps({ apiRate: { points: 12, seconds: 60 } })
  const { exchange } = flowOf(api)
  const app = await api.register()
  const guess = () => exchange({ ...app, client_secret: 'wrong' }, { grant_type: 'client_credentials' })
  const statuses = []
  for (let count = 0; count < 14; count++) statuses.push((await guess()).statusCode)
  expect(statuses.slice(0, 12)).toEqual(Array(12).fill(400))
  expect(statuses.slice(12)).toEqual([429, 429])
})
