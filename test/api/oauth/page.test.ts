import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApps } from '../start-apps.js'
import { asking, flowOf, redirectParams } from './flow.js'

const console = '<!doctype html><title>Posthorn</title>'

async function start() {
  const consoleFolder = mkdtempSync(join(tmpdir(), 'console-'))
  writeFileSync(join(consoleFolder, 'index.html'), console)
  onTestFinished(() => rmSync(consoleFolder, { recursive: true }))
  const api = await startApps({ consoleFolder })
  const visit = (params: Record<string, string>, cookies: Record<string, string> = {}) =>
    api.app.inject({ url: `/oauth/authorize?${new URLSearchParams(params)}`, cookies })
  const asReader = { MMAUTHTOKEN: api.reader.token }
  return { ...api, ...flowOf(api), visit, asReader }
}

test('asks for consent once, and again for wider scopes', async () => {
  const { register, visit, asReader, reader, codeFor } = await start()
  const app = await register()
  const first = await visit(asking(app), asReader)
  expect([first.statusCode, first.body]).toEqual([200, console])
  const query = asking(app)
  expect(await reader.client.getAuthorization({ query })).toMatchObject({
    app: { name: 'Release Notes', client_secret: '' },
    scopes: ['read', 'post'],
    redirect_host: 'app.example.org',
    needs_consent: true,
  })
  await codeFor(reader, app)
  const again = await visit(asking(app), asReader)
  expect(again.statusCode).toBe(302)
  expect(redirectParams(String(again.headers.location))).toMatchObject({
    state: 'st/1 2',
    iss: 'http://localhost:80',
  })
  expect((await visit(asking(app, { scope: 'post' }), asReader)).statusCode).toBe(302)
  expect((await visit(asking(app, { scope: 'read manage' }), asReader)).body).toBe(console)
  expect((await reader.client.getAuthorization({ query })).needs_consent).toBe(false)
})

test('a trusted app needs no consent, and appears among the authorized apps', async () => {
  const { register, visit, asReader, admin, reader } = await start()
  const app = await register({ is_trusted: true }, admin)
  expect((await visit(asking(app), asReader)).headers.location).toContain('code=')
  expect((await reader.client.listAuthorizedApps()).map(({ id }) => id)).toEqual([app.id])
})

test('shows the page without a session, with or without consent, and redirects nobody', async () => {
  const { register, visit, codeFor, reader } = await start()
  const app = await register()
  await codeFor(reader, app)
  for (const params of [
    asking(app),
    asking(app, { scope: 'everything' }),
    asking(app, { response_type: 'token' }),
  ]) {
    const { statusCode, body, headers } = await visit(params)
    expect([statusCode, body, headers.location]).toEqual([200, console, undefined])
  }
})

test('redirects a logged-in user with the error, state and issuer', async () => {
  const { register, visit, asReader } = await start()
  const app = await register()
  const refusalOf = async (more: object) =>
    redirectParams(String((await visit(asking(app, more), asReader)).headers.location))
  const always = { state: 'st/1 2', iss: 'http://localhost:80', error_description: expect.any(String) }
  expect(await refusalOf({ response_type: 'token' })).toEqual({
    ...always,
    error: 'unsupported_response_type',
  })
  expect(await refusalOf({ response_type: '' })).toEqual({ ...always, error: 'invalid_request' })
  expect(await refusalOf({ scope: 'everything' })).toEqual({ ...always, error: 'invalid_scope' })
  const { state: _, ...without } = always
  expect(await refusalOf({ state: 'x'.repeat(2049) })).toEqual({ ...without, error: 'invalid_request' })
})

test('shows a page without resources or links if the app or address is in doubt', async () => {
  const { register, visit, asReader, switchTo, app: server } = await start()
  const app = await register()
  const expectPage = async (params: Record<string, string>, status: number, id: string) => {
    const { statusCode, headers, body } = await visit(params, asReader)
    expect([statusCode, headers.location]).toEqual([status, undefined])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
    expect(body).toContain(`<code>${id}</code>`)
    expect(body).not.toMatch(/<script|href|src=|evil/)
  }
  const client = 'model.authorize.is_valid.client_id.app_error'
  await expectPage({}, 400, client)
  await expectPage(asking(app, { client_id: '<script>evil' }), 400, client)
  await expectPage(asking({ id: 'a'.repeat(26) }), 404, 'store.sql_oauth.get_app.find.app_error')
  await expectPage(asking(app, { redirect_uri: '' }), 400, 'api.oauth.allow_oauth.bad_redirect.app_error')
  const mismatch = 'api.oauth.allow_oauth.redirect_callback.app_error'
  await expectPage(asking(app, { redirect_uri: 'https://evil.example' }), 400, mismatch)
  const undecodable = `/oauth/authorize?${new URLSearchParams(asking(app))}&x=%FF`
  expect((await server.inject(undecodable)).statusCode).toBe(400)
  await switchTo(false)
  await expectPage(asking(app), 501, 'api.oauth.allow_oauth.turn_off.app_error')
})

test('the consent page cannot be framed, and leaks nothing of its address', async () => {
  const { register, visit, asReader } = await start()
  const { headers } = await visit(asking(await register()), asReader)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})
