import { type Call, calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addRejected } from '../support/rejected.js'
import { bearer, statusAndId } from './callers.js'
import { openListener, withToken } from './listener.js'
import { flowOf } from './oauth/flow.js'
import { startApps } from './start-apps.js'
import { startHistory } from './start-history.js'

/** Lists the calls that work while their feature is off: they read, delete, or have their own refusal. */
const worksWhenOff: Record<string, string[]> = {
  EnableIncomingWebhooks: [
    ...[
      'listDeliveries',
      'countDeliveries',
      'getDelivery',
      'getDeliveryOfPost',
      'getReplay',
      'findDeliveries',
    ],
    'previewPayload',
    ...['listRefusedCalls', 'listRefusedSamples', 'getHookFigures'],
    ...['eraseHookHistory', 'getHookErasure', 'eraseDelivery'],
  ],
  EnableOAuthServiceProvider: ['createApp', 'deleteApp', 'deauthorizeApp'],
}

test.each([
  ['EnableIncomingWebhooks', 'Deliveries'],
  ['EnableOAuthServiceProvider', 'Apps'],
])('every call that %s is about says that it needs it', (name, tag) => {
  const own = (Object.values(calls) as Call[]).filter(call => call.tag === tag)
  const without = own.filter(call => call.requires !== name).map(({ operationId }) => operationId)
  expect(without.toSorted()).toEqual(worksWhenOff[name]?.toSorted())
})

test('with incoming webhooks off, no producer stores anything, and accepted deliveries are still posted', async () => {
  const { db, hook, ask, admin, world, redis, prefix } = await withAdmin()
  const [id] = await addRejected(db, hook, ['again'])
  await world.send({ text: 'accepted' })
  await switchHooks(admin, false)
  const payload = '{"text":"edited"}'
  const wishes: [path: string, body: object][] = [
    ['/send', { payload }],
    [`/deliveries/${id}/replay`, {}],
    [`/deliveries/${id}/replay`, { payload }],
    [`/deliveries/${id}/replay`, { payload, again: true }],
    ['/deliveries/replay', {}],
  ]
  for (const [path, body] of wishes) expect([path, statusAndId(await ask(path, body))]).toEqual([path, off])
  await eventually(async () => expect((await world.send({ text: 'probe' })).status).toBe(501)) // the ingress polls once a second
  await world.work()
  const posted = async () => (await world.messages()).filter(message => message !== 'probe')
  await eventually(async () => expect(await posted()).toEqual(['accepted']))
  expect(await redis.keys(`${prefix}:replay:*`)).toEqual([])
  await switchHooks(admin, true)
  expect((await ask(`/deliveries/${id}/replay`)).statusCode).toBe(200)
})

const off = '501 api.incoming_webhook.disabled.app_error'
type Admin = Awaited<ReturnType<typeof withAdmin>>['admin']

async function withAdmin() {
  const history = await startHistory({ workerLater: true })
  const { admin } = await history.callers('admin')
  return { ...history, admin }
}

const switchHooks = (admin: Admin, EnableIncomingWebhooks: boolean) =>
  admin.postJson('/admin/save_config', { ServiceSettings: { EnableIncomingWebhooks } })

test('a running bulk replay waits while incoming webhooks are off', async () => {
  const { db, hook, ask, get, admin, world } = await withAdmin()
  await addRejected(db, hook, ['one', 'two'])
  const { replay } = (await ask('/deliveries/replay')).json()
  const progress = async () => (await get(`/replays/${replay}`)).json()
  await switchHooks(admin, false)
  await world.work()
  await eventually(async () => expect(await progress()).toMatchObject({ status: 'waiting', sent: 0 }))
  await switchHooks(admin, true)
  await eventually(async () => expect(await progress()).toMatchObject({ status: 'done', sent: 2 }))
  await eventually(async () => expect(await world.messages()).toEqual(['one', 'two']))
})

/** Creates an app with a user's access and refresh tokens, and its bot's token. */
async function startTokens() {
  const api = await startApps()
  const flow = flowOf(api)
  const app = await api.register()
  const tokens = await flow.tokensFor(api.reader, app, { scope: 'read post manage' })
  const own = { grant_type: 'client_credentials', scope: 'read post manage' }
  const bot = (await flow.exchange(app, own)).json().access_token as string
  return { ...api, flow, oauthApp: app, tokens, bot }
}

test('with OAuth off, no call accepts an app’s or bot’s token, and all do once it is on again', async () => {
  const { app, routes, switchTo, tokens, bot, callerWith, reader } = await startTokens()
  await switchTo(false)
  const path = (url: string) => url.replaceAll(/:\w+(\([^/]*\))?/g, 'a'.repeat(26))
  const apis = routes.filter(({ url }) => url.startsWith('/api/v3/') && !url.includes('*'))
  expect(apis.length).toBeGreaterThan(50)
  for (const token of [tokens.access_token, bot])
    for (const { method, url } of apis) {
      const headers = { ...bearer(token).headers, 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }
      const answer = await app.inject({ method: method as 'GET', url: path(url), headers, ...body })
      expect([method, url, answer.statusCode]).toEqual([method, url, 501])
    }
  expect((await reader.get('/users/me')).statusCode).toBe(200)
  await switchTo(true)
  for (const token of [tokens.access_token, bot])
    expect((await callerWith(token).get('/users/me')).statusCode).toBe(200)
})

test('with OAuth off, nothing is issued, refreshed or authorized, and existing grants work again later', async () => {
  const { app, flow, oauthApp, switchTo, tokens, reader } = await startTokens()
  const code = await flow.codeFor(reader, oauthApp)
  await switchTo(false)
  const bot = { grant_type: 'client_credentials' }
  expect((await flow.redeem(oauthApp, code)).statusCode).toBe(501)
  expect((await flow.refresh(oauthApp, tokens.refresh_token)).statusCode).toBe(501)
  expect((await flow.exchange(oauthApp, bot)).statusCode).toBe(501)
  expect((await app.inject(`/oauth/authorize?client_id=${oauthApp.id}`)).statusCode).toBe(501)
  await switchTo(true)
  expect((await flow.redeem(oauthApp, code)).statusCode).toBe(200)
  expect((await flow.refresh(oauthApp, tokens.refresh_token)).statusCode).toBe(200)
})

test('switching OAuth off closes apps’ live connections, and keeps people’s', async () => {
  const { listen, switchTo, tokens, reader } = await startTokens()
  const { url } = await listen()
  const [ofApp, ofReader] = [
    await openListener(url, withToken(tokens.access_token)),
    await openListener(url, withToken(reader.token)),
  ]
  await eventually(() => expect([ofApp.received.length, ofReader.received.length]).toEqual([1, 1]))
  await switchTo(false)
  expect(await ofApp.closed).toBe(1008)
  expect(ofReader.socket.readyState).toBe(ofReader.socket.OPEN)
})
