import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { openListener } from '../api/listener.js'
import { startApi, team } from '../api/start-api.js'
import { unknownKey } from '../support/call-everything.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { fileOptions } from '../support/file-options.js'
import { keepSlackPath } from '../support/slack-path.js'
import { unpackPackage } from '../support/unpack-package.js'
import { gatewayAddress, startGateway } from './nginx.js'
import { callOverTls, type TlsCall } from './over-tls.js'

type FileOptions = Awaited<ReturnType<typeof fileOptions>>

const found = await unpackPackage('nginx')
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`

/** Starts an ingress and an api behind the gateway. `more`: other servers in the list of ingresses. */
async function startBehindGateway({
  more = [] as string[],
  files = undefined as FileOptions | undefined,
} = {}) {
  const own = await gatewayAddress()
  const api = await startApi(undefined, { workerLater: false, files })
  const passTo = files && (await api.app.listen({ host: '127.0.0.1', port: 0 }))
  const ingress = await api.world.anotherIngress({ trustProxy: 1, apiUrl: passTo })
  const { url: apiUrl } = await api.listen({ baseUrl: own.url, trustProxy: 1 })
  const gateway = await startGateway(found, own, { ingress: [...more, ingress.url], api: [apiUrl] })
  onTestFinished(gateway.close)
  const call = (path: string, options: Omit<TlsCall, 'ca'> = {}) =>
    callOverTls(own.url + path, { ca: gateway.ca, ...options })
  const send = (text: string, headers: Record<string, string> = {}) =>
    call(`/hooks/${firstHookKey}`, { headers, body: JSON.stringify({ text }) })
  return { ...api, own, gateway, call, send }
}

/** Starts a server that runs `onRequest` for each request. */
async function startStranger(onRequest: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer({}, onRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.skipIf(missing)(`serves hooks, API and live events of one name over TLS${why}`, async () => {
  const { call, send, tokenOf, own, gateway, db, messages } = await startBehindGateway()
  const { id } = await db.hook.findFirstOrThrow()
  expect((await send('by its URL')).body).toBe('ok')
  const discord = { body: '{"content":"as Discord’s"}', headers: { 'content-type': 'application/json' } }
  expect((await call(`/api/webhooks/${id}/${firstHookKey}`, discord)).status).toBe(204)
  expect((await call(`/api/v10/webhooks/${id}/${firstHookKey}`, discord)).status).toBe(204)
  const old = await call(`/api/v3/teams/${team}/hooks/${firstHookKey}`, { body: '{"text":"by its old URL"}' })
  expect(old.body).toBe('ok')
  const slack = { body: '{"text":"by Slack’s API"}', headers: { authorization: `Bearer ${firstHookKey}` } }
  expect(JSON.parse((await call('/api/chat.postMessage', slack)).body)).toMatchObject({ ok: true })
  expect(JSON.parse((await call('/api/users.list', slack)).body)).toMatchObject({ error: 'missing_scope' })
  const slackPath = await keepSlackPath(db)
  expect((await call(slackPath, { body: '{"text":"by its path in Slack"}' })).body).toBe('ok')
  expect((await call(slackPath.toLowerCase(), { body: '{}' })).status).toBe(404)
  const slashes = await call(`//hooks//${firstHookKey}`, { body: '{"text":"with more slashes"}' })
  expect(slashes.body).toBe('ok')
  for (const path of [`/api/v3/teams/${team}//hooks/${firstHookKey}`, '//api/v3/users/me', `/${slackPath}`])
    expect([path, (await call(path, { body: '{}' })).status]).toEqual([path, 404])
  await eventually(async () => expect(await messages()).toHaveLength(7))
  const lines = await gateway.accessLog()
  expect(lines).toContain('"path":"/services/-"')
  expect(lines.toLowerCase()).not.toContain('b0builds')

  const cookie = `MMAUTHTOKEN=${await tokenOf('reader')}`
  const me = await call('/api/v3/users/me', { method: 'GET', headers: { cookie } })
  expect(JSON.parse(me.body)).toMatchObject({ username: 'reader' })
  expect(me.headers).toHaveProperty('strict-transport-security')
  for (const path of ['/metrics', '/readyz', '/livez'])
    expect((await call(path, { method: 'GET' })).status).toBe(404)

  const socket = { ca: gateway.ca, headers: { cookie } }
  const client = await openListener(own.url, { ...socket, origin: own.url })
  await send('live')
  await eventually(() => expect(client.messages()).toEqual(['live']))
  const foreign = openListener(own.url, { ...socket, origin: 'https://evil.example' })
  await expect(foreign).rejects.toThrow(/403/)
})

test.skipIf(missing)(`logs the called hook’s ID, which no caller gets${why}`, async () => {
  const { call, send, gateway, db } = await startBehindGateway()
  const { id } = await db.hook.findFirstOrThrow()
  const json = { 'content-type': 'application/json' }
  const form = 'multipart/form-data; boundary=b'
  const answers = [
    await send('posted'),
    await send('', { 'x-hook-id': 'forged' }),
    await send('', { 'idempotency-key': 'a' }),
    await call(`/hooks/${firstHookKey}`, { body: '--b--', headers: { 'content-type': form } }),
    await call(`/api/webhooks/${id}/${firstHookKey}`, { method: 'GET' }),
    await call('/api/chat.postMessage', {
      body: '{"text":"x"}',
      headers: { ...json, authorization: `Bearer ${firstHookKey}` },
    }),
  ]
  const unknown = await call(`/hooks/${unknownKey}`, { body: '{"text":"x"}' })
  for (const { headers } of [...answers, unknown]) expect(headers).not.toHaveProperty('x-hook-id')
  const byRequest = async () => {
    const lines = (await gateway.accessLog()).trim().split('\n')
    return new Map(lines.map(line => JSON.parse(line)).map(one => [one.request_id, one.hook]))
  }
  await eventually(async () => {
    const hooks = await byRequest()
    for (const { headers } of answers) expect(hooks.get(headers['x-request-id'])).toBe(id)
    expect(hooks.get(unknown.headers['x-request-id'])).toBe('')
  })
})

test.skipIf(missing)(`sends a hook’s call again only if that cannot double it${why}`, async () => {
  let reached = 0
  const breaking = await startStranger(({ socket }) => {
    reached++
    socket.destroy() // as if it had died after it stored the delivery
  })
  const absent = `http://127.0.0.1:${await freePort()}`
  const { send, gateway, messages } = await startBehindGateway({ more: [breaking, absent] })
  const once = [await send('1'), await send('2'), await send('3')]
  expect(reached).toBeGreaterThan(0)
  expect(once.filter(({ status }) => status === 502)).toHaveLength(reached)
  reached = 0
  for (const key of ['a', 'b', 'c']) expect((await send(key, { 'idempotency-key': key })).body).toBe('ok')
  for (const key of ['d', 'e', 'f']) expect((await send(key, { 'webhook-id': key })).body).toBe('ok')
  expect(reached).toBeGreaterThan(0)
  await eventually(async () => expect((await messages()).slice(-6)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']))
  const texts = await messages()
  expect(new Set(texts).size).toBe(texts.length)
  const logs = (await gateway.accessLog()) + (await gateway.errorLog())
  expect(logs).toContain('"path":"/hooks/-"')
  expect(logs).not.toContain(firstHookKey)
})

test.skipIf(missing)(`passes large files of hooks on, and no other large bodies${why}`, async () => {
  const files = await fileOptions({ fileLimitBytes: 8 * 1024 ** 2 })
  const { call, posts } = await startBehindGateway({ files })
  const head = '--b\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\n'
  const body = `${head}${'x'.repeat(6_000_000)}\r\n--b--\r\n`
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  const path = `/hooks/${firstHookKey}/discord`
  expect((await call(path, { body, headers: form })).status).toBe(204)
  await eventually(async () => expect(await posts()).toMatchObject([{ files: [{ size: 6_000_000 }] }]))
  for (const [headers, at] of [
    [{ 'content-type': 'text/plain' }, path],
    [form, '/api/v3/users/login'],
  ] as const) {
    const { status, body: words } = await call(at, { body, headers })
    expect([status, words]).toEqual([413, expect.stringContaining('nginx')])
  }
})

test.skipIf(missing)(
  `replaces what callers say about their address, and holds back large bodies${why}`,
  async () => {
    const echo = await startStranger((request, response) => response.end(JSON.stringify(request.headers)))
    const own = await gatewayAddress()
    const gateway = await startGateway(found, own, { ingress: [echo], api: [echo] })
    onTestFinished(gateway.close)
    const lies = {
      'x-forwarded-for': '10.9.8.7',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=10.9.8.7',
    }
    const { body } = await callOverTls(`${own.url}/api/v3/x`, {
      ca: gateway.ca,
      method: 'GET',
      headers: lies,
    })
    expect(JSON.parse(body)).toEqual({
      host: new URL(own.url).host,
      'x-hook-id': 'logged',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(own.url).host,
      'x-forwarded-proto': 'https',
    })
    const large = { ca: gateway.ca, body: 'x'.repeat(5_000_000) }
    expect((await callOverTls(`${own.url}/hooks/${firstHookKey}`, large)).status).toBe(413)
    expect(await gateway.errorLog()).not.toContain(firstHookKey)
  },
)
