import { saveSettings } from '@posthorn/db'
import { defaultBodyLimits } from '@posthorn/server'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { requestText, sendRaw } from '../support/raw-socket.js'
import { calling, startSlack, tokenOf } from '../support/slack.js'
import { startProxy } from '../support/start-proxy.js'

const message = { channel: 'builds', text: 'hello' }
const wholeSeconds = expect.stringMatching(/^[1-9]\d*$/)

test('a body that does not arrive is a request_timeout', async () => {
  const bodies = { ...defaultBodyLimits, patienceMs: 0, leastBytesPerSecond: 1 }
  const { port } = await startSlack({ bodies })
  const call = requestText('POST /api/chat.postMessage', { 'Content-Length': '100' }, '{')
  const answer = await sendRaw(port, call)
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*"error":"request_timeout"/)
})

test('a message that can never be posted is a fatal_error', async () => {
  const world = await startSlack({ workerLater: true })
  await world.work({
    render: () => {
      throw new Error('this text breaks the renderer')
    },
  })
  expect(await calling(world)('chat.postMessage', message)).toMatchObject({
    error: 'fatal_error',
    status: 200,
  })
  expect(await world.outcomes()).toEqual(['rejected: unprocessable'])
})

test('nobody joins a direct channel', async () => {
  const api = await startSlack()
  await saveSettings(api.db, { EnableOAuthServiceProvider: true })
  const { reader } = await api.callers('reader')
  const admin = await api.db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  await reader.post(`/teams/${api.teamId}/channels/create_direct`, { user_id: admin.id })
  const direct = await api.db.channel.findFirstOrThrow({ where: { type: 'D' } })
  const call = calling(api, await tokenOf(api.db, 'reader', 'manage'))
  await eventually(async () =>
    expect(await call('conversations.join', { channel: direct.id })).toMatchObject({
      error: 'method_not_supported_for_channel_type',
    }),
  )
})

test('errors have the form of Slack while Postgres is away, whoever calls', async () => {
  let cut = async () => {}
  const through = async (databaseUrl: string) => {
    const proxy = await startProxy(databaseUrl)
    cut = proxy.cut
    return proxy.url
  }
  const api = await startSlack({}, through)
  await saveSettings(api.db, { EnableOAuthServiceProvider: true })
  const token = await tokenOf(api.db, 'reader', 'post read')
  await eventually(async () => expect(await calling(api, token)('auth.test', {})).toMatchObject({ ok: true }))
  await cut()
  const sending = ['auth.test', 'chat.postMessage', 'chat.update']
  for (const each of [token, firstHookKey, 'x'.repeat(26)])
    for (const method of [...sending, 'users.list', 'conversations.history'])
      expect(await calling(api, each)(method, { ...message, ts: '1503435956.000247' })).toMatchObject({
        ...{ ok: false, error: 'service_unavailable', status: 503, retryAfter: wholeSeconds },
      })
})

test('the rate limit says for how many whole seconds to wait', async () => {
  const world = await startSlack({ hookRate: { points: 1, seconds: 60 } })
  const call = calling(world)
  await call('chat.postMessage', message)
  for (const method of ['chat.postMessage', 'auth.test', 'chat.getPermalink'])
    expect(await call(method, message)).toMatchObject({
      ...{ ok: false, error: 'ratelimited', status: 429, retryAfter: wholeSeconds },
    })
})

test('the id of a message works as its ts, only in its own channel', async () => {
  const world = await startSlack()
  const call = calling(world)
  const { channel } = await call('chat.postMessage', message)
  const [post] = await world.posts('builds')
  const ts = post?.id
  const wrong = await call('chat.update', { channel: 'town-square', ts, text: 'elsewhere' })
  expect(wrong).toMatchObject({ error: 'message_not_found' })
  expect(await call('chat.update', { channel: 'builds', ts, text: 'new' })).toMatchObject({ channel, ts })
  expect(await call('chat.getPermalink', { channel: '#builds', message_ts: ts })).toMatchObject({
    channel,
    permalink: expect.stringContaining(`post=${ts}`),
  })
  expect(await world.messages('builds')).toEqual(['new'])
  expect(await call('chat.delete', { channel: 'builds', ts })).toMatchObject({ channel, ts })
})
