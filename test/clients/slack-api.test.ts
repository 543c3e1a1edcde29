import { newId } from '@posthorn/server'
import { App } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { calling, startSlack } from '../support/slack.js'
import { startProxy } from '../support/start-proxy.js'

/** Returns Slack's own client, with its usual retries. */
const clientOf = ({ url }: { url: string }, token = firstHookKey, options = {}) =>
  new WebClient(token, { slackApiUrl: `${url}/api/`, ...options })

const failure = (sending: Promise<unknown>): Promise<unknown> => sending.catch((error: unknown) => error)

test("Slack's own client posts and replies with a hook's key", async () => {
  const world = await startSlack()
  const { chat } = clientOf(world)
  const { id } = await world.channelNamed('builds')
  const posted = await chat.postMessage({ channel: '#builds', text: 'see <https://e.com|the log>' })
  expect(posted).toMatchObject({ ok: true, channel: id, ts: expect.stringMatching(/^\d{10}\.\d{6}$/) })
  const ts = String(posted.ts)
  await chat.postMessage({ channel: id, text: 'a reply', thread_ts: ts })
  const [root, answer] = await world.posts('builds')
  expect(root?.message).toBe('see [the log](https://e.com)')
  expect(answer).toMatchObject({ message: 'a reply', rootId: root?.id })
})

test("Slack's own client tests the connection without a token, and reads back what it sent", async () => {
  const world = await startSlack()
  const answer = await clientOf(world, '').apiCall('api.test', { foo: 'bar' })
  expect(answer).toMatchObject({ ok: true, args: { foo: 'bar' } })
})

test("Slack's own client updates and deletes its message, and finds its address", async () => {
  const world = await startSlack()
  const { auth, chat } = clientOf(world)
  const { id: channel } = await world.channelNamed('builds')
  const [ts = '', other = ''] = await Promise.all(
    [1, 2].map(async number => String((await chat.postMessage({ channel, text: `${number}` })).ts)),
  )
  const updated = await chat.update({ channel, ts, text: 'corrected' })
  expect(updated).toMatchObject({ ok: true, channel, ts })
  await chat.delete({ channel, ts: other })
  expect(await world.messages('builds')).toEqual(['corrected'])
  const [post] = await world.posts('builds')
  const { permalink } = await chat.getPermalink({ channel, message_ts: ts })
  expect(permalink).toBe(`${world.url}/first-team/channels/builds?post=${post?.id}`)
  expect(await auth.test()).toMatchObject({ ok: true, team: 'First Team', user: 'First hook' })
})

test("Slack's own client posts blocks and attachments, and reads which arguments have no effect", async () => {
  const world = await startSlack()
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'from a block' } }]
  const posted = await clientOf(world).chat.postMessage({
    channel: 'town-square',
    text: 'deployed',
    blocks,
    attachments: [{ color: 'good', title: 'shop' }],
    unfurl_links: false,
    metadata: { event_type: 'deploy', event_payload: { id: '1' } },
  })
  expect(posted.response_metadata?.warnings).toEqual(['unfurl_links has no effect', 'metadata has no effect'])
  const [post] = await world.posts()
  expect(post?.props.attachments).toMatchObject([{ color: 'good', title: 'shop' }])
  expect(post?.message).toContain('from a block')
})

test("Slack's own client throws its own error for a channel that does not exist", async () => {
  const world = await startSlack()
  const error = await failure(clientOf(world).chat.postMessage({ channel: 'nowhere', text: 'hello' }))
  expect(error).toMatchObject({ code: 'slack_webapi_platform_error', data: { error: 'channel_not_found' } })
})

test("Slack's own client waits for the rate limit and then posts once", async () => {
  const world = await startSlack({ hookRate: { points: 2, seconds: 2 } })
  const { chat } = clientOf(world)
  for (const text of ['1', '2', '3']) await chat.postMessage({ channel: 'builds', text })
  expect(await world.messages('builds')).toEqual(['1', '2', '3'])
})

test("Slack's own client retries while a delivery cannot be stored, and then posts once", async () => {
  const { redis } = await startOwnRedis()
  const world = await startSlack({ redisUrl: redis.url })
  const proxy = await startProxy(redis.url)
  const other = await world.listen({ redisUrl: proxy.url })
  const retryConfig = { retries: 100, factor: 1, minTimeout: 100, maxTimeout: 100 }
  const client = clientOf(other, firstHookKey, { retryConfig })
  await proxy.cut()
  const message = { channel: 'builds', text: 'after all', client_msg_id: newId() }
  const posting = client.apiCall('chat.postMessage', message)
  const refused = await calling(other)('chat.postMessage', { channel: 'builds', text: 'lost' })
  expect(refused).toMatchObject({ status: 503, error: 'service_unavailable' })
  await proxy.restore()
  expect(await posting).toMatchObject({ ok: true })
  expect(await world.messages('builds')).toEqual(['after all'])
})

test('a repeated client_msg_id posts once and returns the same ts', async () => {
  const world = await startSlack()
  const message = { channel: 'builds', text: 'once', client_msg_id: newId() }
  const sent = await Promise.all([1, 2].map(() => clientOf(world).apiCall('chat.postMessage', message)))
  expect(new Set(sent.map(each => (each as { ts?: string }).ts)).size).toBe(1)
  await eventually(async () => expect(await world.messages('builds')).toEqual(['once']))
})

test('an app of Bolt checks its token, posts, replies, updates and deletes', async () => {
  const world = await startSlack()
  const clientOptions = { slackApiUrl: `${world.url}/api/` }
  const app = new App({
    token: firstHookKey,
    signingSecret: 'unused',
    clientOptions,
    deferInitialization: true,
  })
  await app.init()
  const { chat } = app.client
  const { channel = '', ts = '' } = await chat.postMessage({ channel: 'builds', text: 'from Bolt' })
  const mistake = await chat.postMessage({ channel, text: 'a mistake' })
  await chat.delete({ channel, ts: String(mistake.ts) })
  await chat.update({ channel, ts, text: 'updated by Bolt' })
  await chat.postMessage({ channel, thread_ts: ts, text: 'a reply' })
  const [root, reply, ...others] = await world.posts('builds')
  expect(root?.message).toBe('updated by Bolt')
  expect(reply).toMatchObject({ message: 'a reply', rootId: root?.id })
  expect(others).toEqual([])
})
