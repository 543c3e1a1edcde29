import type { AppObject } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { type Form, flowOf, problemOf, tokensIn } from '../api/oauth/flow.js'
import { callback, startApps } from '../api/start-apps.js'

/** Software that has a setting to log in with Mattermost or GitLab, as it talks to Posthorn. */
async function start() {
  const api = await startApps()
  const flow = flowOf(api)
  const app = await api.register()
  const v4 = (path: string, token: string) =>
    api.app.inject({ url: `/api/v4${path}`, headers: { authorization: `Bearer ${token}` } })
  /** The token's answer for a scope, as the other software writes it. */
  const logInWith = async (scope: string) => (await flow.redeem(app, await codeFor(scope))).json()
  const codeFor = (scope: string) => flow.codeFor(api.reader, app, { scope })
  return { ...api, ...flow, registered: app, v4, logInWith, codeOf: codeFor }
}

const profileScopes = [
  'openid',
  'profile',
  'email',
  'openid profile email',
  'user:email',
  'read_user',
  'read_user openid email',
]

test("the login scopes of other software can read only the user's own profile", async () => {
  const { logInWith, v4, callerWith, reader, teamId } = await start()
  for (const scope of profileScopes) {
    const { access_token, scope: answered, id_token } = await logInWith(scope)
    expect([scope, answered, id_token]).toEqual([scope, undefined, undefined])
    const acting = callerWith(access_token)
    expect((await acting.client.getMe()).id).toBe(reader.id)
    expect((await v4('/user', access_token)).statusCode).toBe(200)
    expect(await acting.statusAndId(`/teams/${teamId}/channels/`)).toMatch(/^403 /)
    expect(await acting.statusAndId('/users/0/10')).toMatch(/^403 /)
    expect(await acting.statusAndId('/users/update', { id: reader.id, nickname: 'x' })).toMatch(/^403 /)
  }
})

test('a token response repeats the requested scope, and a refresh accepts it', async () => {
  const { logInWith, refresh, registered, exchange } = await start()
  for (const scope of ['user', 'openid email', 'read post', 'read', '']) {
    const { refresh_token, scope: answered } = await logInWith(scope)
    expect([undefined, scope]).toContain(answered)
    const next = await refresh(registered, refresh_token, scope === '' ? {} : { scope })
    expect([undefined, scope]).toContain(tokensIn(next).scope)
    const own = await exchange(registered, { grant_type: 'client_credentials', scope })
    expect(own.json().scope).toBe(scope || 'read post manage')
  }
  const { refresh_token } = await logInWith('read_user')
  expect(problemOf(await refresh(registered, refresh_token, { scope: 'read' }))).toBe('400 invalid_scope')
})

test('a Mattermost login setting logs a user in without a scope, by /api/v4/users/me', async () => {
  const { logInWith, v4, reader } = await start()
  const { access_token } = await logInWith('')
  const me = await v4('/users/me', access_token)
  expect(me.json()).toEqual(await reader.getJson('/users/me'))
  expect((await v4('/users/me', 'x')).json().id).toBe('api.context.session_expired.app_error')
})

test('a GitLab login setting logs a user in by read_user, /oauth/token and /api/v4/user with a numeric id', async () => {
  const { post, codeOf, registered, v4, reader } = await start()
  const { id: client_id, client_secret } = registered
  const form = { grant_type: 'authorization_code', code: await codeOf('read_user'), redirect_uri: callback }
  const { access_token } = tokensIn(await post('token', { ...form, client_id, client_secret }))
  const user = (await v4('/user', access_token)).json()
  expect(user).toMatchObject({ username: 'reader', email: 'reader@localhost', state: 'active' })
  expect(Number.isSafeInteger(user.id)).toBe(true)
  expect((await v4('/user', reader.token)).json()).toEqual(user)
})

test('the token endpoint accepts multipart forms, but only their fields', async () => {
  const { app, registered } = await start()
  const send = async (fill: (form: FormData) => void) => {
    const form = new FormData()
    fill(form)
    const { headers, payload } = await multipart(form)
    return app.inject({ method: 'POST', url: '/oauth/access_token', headers, payload })
  }
  const filled = (form: FormData, of: AppObject = registered) => {
    form.set('grant_type', 'client_credentials')
    form.set('client_id', of.id)
    form.set('client_secret', of.client_secret)
  }
  expect(problemOf(await send(form => filled(form)))).toBe('200')
  const twice = (form: FormData) => void [filled(form), form.append('client_id', registered.id)]
  expect(problemOf(await send(twice))).toBe('400 invalid_request')
  const file = (form: FormData) => void [filled(form), form.set('client_secret', new Blob(['x']), 'x')]
  expect(problemOf(await send(file))).toBe('400 invalid_request')
  const long = (form: FormData) => void [filled(form), form.set('state', 'x'.repeat(20_000))]
  expect((await send(long)).statusCode).toBe(413)
  const headers = { 'content-type': 'multipart/form-data; boundary=none' }
  const broken = await app.inject({ method: 'POST', url: '/oauth/access_token', headers, payload: 'x' })
  expect(problemOf(broken)).toBe('400 invalid_request')
})

async function multipart(form: FormData): Promise<{ headers: Form; payload: string }> {
  const whole = new Response(form)
  return { headers: { 'content-type': whole.headers.get('content-type') ?? '' }, payload: await whole.text() }
}
