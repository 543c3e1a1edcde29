import { expect, test } from 'vitest'
import { callback, startApps } from '../start-apps.js'
import { asking, credentialsOf, flowOf, pkce, problemOf, redirectParams, tokensIn, verifier } from './flow.js'

async function start() {
  const api = await startApps()
  const flow = flowOf(api)
  const lives = (token: string) => api.callerWith(token).statusAndId('/users/me')
  const page = (params: Record<string, string>, headers: Record<string, string> = {}) =>
    api.app.inject({ url: `/oauth/authorize?${new URLSearchParams(params)}`, headers })
  return { ...api, ...flow, lives, page }
}
const expired = '401 api.context.session_expired.app_error'

test('rejects a code that is used twice, and revokes everything it led to', async () => {
  const { register, reader, codeFor, redeem, refresh, lives } = await start()
  const app = await register()
  const code = await codeFor(reader, app)
  const { access_token, refresh_token } = tokensIn(await redeem(app, code))
  expect(await lives(access_token)).toBe('200')
  expect(problemOf(await redeem(app, code))).toBe('400 invalid_grant')
  expect(await lives(access_token)).toBe(expired)
  expect(problemOf(await refresh(app, refresh_token))).toBe('400 invalid_grant')
})

test('of concurrent uses of a code, at most one gets tokens, which do not last', async () => {
  const { register, reader, codeFor, redeem, lives } = await start()
  const app = await register()
  const code = await codeFor(reader, app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(app, code)))
  const given = answers.filter(({ statusCode }) => statusCode === 200).map(answer => tokensIn(answer))
  expect(given.length).toBeLessThanOrEqual(1)
  for (const { access_token } of given) expect([expired, '200']).toContain(await lives(access_token))
  expect(problemOf(await redeem(app, code))).toBe('400 invalid_grant')
  for (const { access_token } of given) expect(await lives(access_token)).toBe(expired)
})

test('a code expires after a minute', async () => {
  const { register, reader, codeFor, redeem, db } = await start()
  const app = await register()
  const code = await codeFor(reader, app)
  const { expiresAt } = await db.oauthCode.findFirstOrThrow()
  expect(Math.abs(Number(expiresAt) - Date.now() - 60_000)).toBeLessThan(30_000)
  await db.oauthCode.updateMany({ data: { expiresAt: Date.now() - 1 } })
  expect(problemOf(await redeem(app, code))).toBe('400 invalid_grant')
})

test('rejects another app’s code or refresh token, which stay valid for their own app', async () => {
  const { register, reader, codeFor, redeem, refresh, lives } = await start()
  const [app, other] = [await register(), await register()]
  const code = await codeFor(reader, app)
  expect(problemOf(await redeem(other, code))).toBe('400 invalid_grant')
  const { refresh_token, access_token } = tokensIn(await redeem(app, code))
  expect(problemOf(await refresh(other, refresh_token))).toBe('400 invalid_grant')
  expect(await lives(access_token)).toBe('200')
  expect(problemOf(await refresh(app, refresh_token))).toBe('200')
})

test('reusing a refresh token ends its whole family', async () => {
  const { register, reader, tokensFor, refresh, lives } = await start()
  const app = await register()
  const [stolen, unrelated] = [await tokensFor(reader, app), await tokensFor(reader, app)]
  const next = tokensIn(await refresh(app, stolen.refresh_token))
  expect(await lives(next.access_token)).toBe('200')
  expect(problemOf(await refresh(app, stolen.refresh_token))).toBe('400 invalid_grant')
  expect(await lives(next.access_token)).toBe(expired)
  expect(problemOf(await refresh(app, next.refresh_token))).toBe('400 invalid_grant')
  expect(await lives(unrelated.access_token)).toBe('200')
})

test('of concurrent uses of a refresh token, at most one gets tokens, and then all are revoked', async () => {
  const { register, reader, tokensFor, refresh, lives } = await start()
  const app = await register()
  const { refresh_token } = await tokensFor(reader, app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(app, refresh_token)))
  const given = answers.filter(({ statusCode }) => statusCode === 200).map(answer => tokensIn(answer))
  expect(given.length).toBeLessThanOrEqual(1)
  for (const { access_token } of given) expect(await lives(access_token)).toBe(expired)
})

test('a refresh does not widen the granted scopes', async () => {
  const { register, reader, tokensFor, refresh } = await start()
  const app = await register()
  const { refresh_token } = await tokensFor(reader, app, { scope: 'read' })
  for (const scope of ['read post', 'manage', 'user'])
    expect(problemOf(await refresh(app, refresh_token, { scope }))).toBe('400 invalid_scope')
  expect(tokensIn(await refresh(app, refresh_token)).scope).toBe('read')
})

test('redirects nobody, and sends no code, to an address that is not exactly one of the app’s', async () => {
  const { register, reader, page, codeFor, redeem } = await start()
  const app = await register()
  const others = [
    `${callback}/more`,
    `${callback}?more=1`,
    'https://user@app.example.org/callback',
    'https://app.example.org@evil.example/callback',
    callback.toUpperCase(),
    'https://APP.example.org/callback',
    `${callback}#there`,
    'https://evil.example/callback',
    'https://app.example.org:99999/callback',
    'javascript:alert(1)',
    '',
  ]
  for (const redirect_uri of others) {
    const body = asking(app, { redirect_uri })
    expect([redirect_uri, (await reader.post('/oauth/authorize', body)).statusCode]).toEqual([
      redirect_uri,
      400,
    ])
    const answer = await page(body, reader.headers)
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    expect(answer.headers['content-type']).toContain('text/html')
  }
  const code = await codeFor(reader, app)
  const elsewhere = { redirect_uri: `${callback}/more` }
  expect(problemOf(await redeem(app, code, elsewhere))).toBe('400 invalid_request')
  expect(problemOf(await redeem(app, code))).toBe('400 invalid_grant')
})

test('a public app gets no code without PKCE, and no app gets one with the plain method', async () => {
  const { register, reader, page } = await start()
  const [publicApp, app] = [await register({ is_public: true }), await register()]
  const refusalOf = async (of: typeof app, more: object) => {
    const body = asking(of, more)
    const { error, iss, state, code } = redirectParams((await reader.client.authorizeApp({ body })).redirect)
    const { headers } = await page(body, reader.headers)
    expect(redirectParams(String(headers.location)).error).toBe(error)
    return [error, iss, state, code]
  }
  const refused = ['invalid_request', 'http://localhost:80', 'st/1 2', undefined]
  expect(await refusalOf(publicApp, {})).toEqual(refused)
  for (const of of [publicApp, app]) {
    expect(await refusalOf(of, { ...pkce, code_challenge_method: 'plain' })).toEqual(refused)
    expect(await refusalOf(of, { code_challenge: pkce.code_challenge })).toEqual(refused)
    expect(await refusalOf(of, { ...pkce, code_challenge: 'short' })).toEqual(refused)
    expect(await refusalOf(of, { code_challenge_method: 'S256' })).toEqual(refused)
  }
})

test('a code with a challenge requires its verifier, and one without rejects any', async () => {
  const { register, reader, codeFor, redeem } = await start()
  for (const app of [await register(), await register({ is_public: true })]) {
    const other = { code_verifier: 'w'.repeat(43) }
    for (const form of [{}, other, { code_verifier: pkce.code_challenge }])
      expect(problemOf(await redeem(app, await codeFor(reader, app, pkce), form))).toMatch(
        /^400 invalid_(grant|request|client)$/,
      )
    const right = { code_verifier: verifier }
    expect(problemOf(await redeem(app, await codeFor(reader, app, pkce), right))).toBe('200')
  }
  const app = await register()
  const unchallenged = await codeFor(reader, app)
  expect(problemOf(await redeem(app, unchallenged, { code_verifier: verifier }))).toBe('400 invalid_grant')
})

test('a replaced secret is invalid, and a public app cannot pass for a confidential one', async () => {
  const { register, reader, maker, codeFor, redeem, exchange } = await start()
  const app = await register()
  const fresh = await maker.client.regenerateAppSecret({ params: { client: app.id } })
  const grant = { grant_type: 'client_credentials' }
  expect(problemOf(await exchange(app, grant))).toBe('400 invalid_client')
  expect(problemOf(await exchange(fresh, grant))).toBe('200')
  const code = await codeFor(reader, app, pkce)
  const bare = { ...app, client_secret: '' }
  expect(problemOf(await redeem(bare, code, { code_verifier: verifier }))).toBe('400 invalid_client')
})

test('rejects a repeated parameter', async () => {
  const { register, reader, app: server, page } = await start()
  const app = await register()
  const twice = `${new URLSearchParams({ ...credentialsOf(app), grant_type: 'client_credentials' })}&scope=read&scope=post`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await server.inject({ method: 'POST', url: '/oauth/access_token', headers, payload: twice })
  expect(problemOf(answer)).toBe('400 invalid_request')
  const address = `/oauth/authorize?${new URLSearchParams(asking(app))}`
  const elsewhere = `${address}&redirect_uri=https%3A%2F%2Fevil.example`
  expect((await server.inject({ url: elsewhere, headers: reader.headers })).statusCode).toBe(400)
  const scopes = await server.inject({ url: `${address}&scope=manage`, headers: reader.headers })
  expect(redirectParams(String(scopes.headers.location)).error).toBe('invalid_request')
  expect((await page(asking(app))).headers.location).toBeUndefined()
})

test('consent needs more than a cookie, which other sites’ pages cannot send', async () => {
  const { register, reader, app: server, db } = await start()
  const app = await register()
  const cookies = { MMAUTHTOKEN: reader.token }
  const query = `${new URLSearchParams(asking(app))}`
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
  const attempts = [
    { method: 'POST', url: '/oauth/authorize', payload: query, headers: form },
    {
      method: 'POST',
      url: '/oauth/authorize',
      payload: JSON.stringify(asking(app)),
      headers: { 'content-type': 'text/plain' },
    },
    { method: 'POST', url: '/api/v3/oauth/authorize', payload: JSON.stringify(asking(app)) },
    { method: 'GET', url: `/api/v3/oauth/allow?${query}` },
    { method: 'HEAD', url: `/api/v3/oauth/allow?${query}` },
    { method: 'GET', url: `/oauth/authorize?${query}` },
  ] as const
  for (const attempt of attempts) {
    const answer = await server.inject({ ...attempt, cookies })
    expect([attempt.url, answer.headers.location]).toEqual([attempt.url, undefined])
    expect(answer.statusCode).not.toBe(200)
  }
  expect([await db.oauthCode.count(), await db.oauthConsent.count()]).toEqual([0, 0])
  const ours = { 'x-requested-with': 'XMLHttpRequest' }
  const answer = await server.inject({ url: `/api/v3/oauth/allow?${query}`, cookies, headers: ours })
  expect(answer.json().redirect).toContain('code=')
})

test('an app’s token cannot authorize another app, or change apps or passwords', async () => {
  const { register, maker, tokensFor, callerWith, page } = await start()
  const app = await register()
  const { access_token } = await tokensFor(maker, app, { scope: 'read post manage' })
  const acting = callerWith(access_token)
  const forbidden = '403 api.context.permissions.app_error'
  expect(await acting.statusAndId('/oauth/authorize', asking(app))).toBe(forbidden)
  expect(await acting.statusAndId('/oauth/delete', { id: app.id })).toBe(forbidden)
  expect(await acting.statusAndId('/users/newpassword', {})).toBe(forbidden)
  expect((await page(asking(app), acting.headers)).headers.location).toBeUndefined()
})

test('rejects a person’s token in the query, and accepts an app’s', async () => {
  const { register, reader, tokensFor, call } = await start()
  const { access_token } = await tokensFor(reader, await register())
  const me = (token: string) => call('/users/me', { query: { access_token: token } })
  expect((await me(reader.token)).json().id).toBe('api.context.token_provided.app_error')
  expect((await me(access_token)).json().id).toBe(reader.id)
})
