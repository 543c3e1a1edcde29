import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { startApps } from '../start-apps.js'
import { asking, flowOf, redirectParams } from './flow.js'

const metadata = '/.well-known/oauth-authorization-server'
const noBaseUrl = [421, 'api.oauth.issuer.base_url.app_error']
const foreign = [
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example/@localhost',
  'localhost/evil',
  'me@localhost',
  '10.1.2.3:8065',
  '[::2]',
  'localhost:99999',
]

test('has no issuer and authorizes no app under a host name that could belong to anybody', async () => {
  const api = await startApps()
  const { app, register, reader } = api
  const made = await register()
  for (const host of foreign) {
    const answer = await app.inject({ url: metadata, headers: { host } })
    expect([host, answer.statusCode, answer.json().id]).toEqual([host, ...noBaseUrl])
    expect(answer.json().message).toContain('BASE_URL')
    const consent = await reader.post('/oauth/authorize', asking(made), { host })
    expect([consent.statusCode, consent.json().id]).toEqual(noBaseUrl)
    const page = { url: `/oauth/authorize?${new URLSearchParams(asking(made))}` }
    expect((await app.inject({ ...page, headers: { ...reader.headers, host } })).statusCode).toBe(421)
  }
  expect(await flowOf(api).codeFor(reader, made)).toMatch(/^[a-z0-9]{26}$/)
})

test('does not use a forwarded address as issuer or in a hook’s URL', async () => {
  const { maker, app, teamId, channelNamed } = await startApps()
  const forwarded = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-host': 'evil.example' }
  expect((await app.inject({ url: metadata, headers: forwarded })).statusCode).toBe(421)
  const choices = { channel_id: (await channelNamed('builds')).id }
  const path = `/teams/${teamId}/hooks/incoming/create`
  expect((await maker.post(path, choices, forwarded)).json().url).toMatch(/^\/hooks\/[a-z0-9]{26}$/)
  expect((await maker.post(path, choices)).json().url).toMatch(/^http:\/\/localhost:80\/hooks\//)
})

test('authorizes apps without BASE_URL by a loopback address, or the machine’s own address and port', async () => {
  const { app, reader, register } = await startApps()
  await app.listen({ host: '0.0.0.0', port: 0 })
  const { port } = app.server.address() as { port: number }
  for (const address of ['127.0.0.1', 'localhost', ...ownAddresses()]) {
    const issuer = `http://${address}:${port}`
    expect(await (await fetch(`${issuer}${metadata}`)).json()).toMatchObject({ issuer })
  }
  const { redirect } = await reader.client.authorizeApp({ body: asking(await register()) })
  expect(redirectParams(redirect).iss).toBe('http://localhost:80')
  const [lan] = ownAddresses()
  const elsewhere = { host: `${lan ?? '127.0.0.1.example'}:1` }
  expect((await app.inject({ url: metadata, headers: elsewhere })).statusCode).toBe(421)
})

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
}

test('introspection under a foreign host omits only the issuer', async () => {
  const api = await startApps()
  const { tokensFor, post } = flowOf(api)
  const made = await api.register()
  const { access_token: token } = await tokensFor(api.reader, made)
  const { id: client_id, client_secret } = made
  const answer = await post('introspect', { client_id, client_secret, token }, { host: 'evil.example' })
  expect(answer.json()).toMatchObject({ active: true, client_id })
  expect(answer.body).not.toContain('evil.example')
})
