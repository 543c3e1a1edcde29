import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startWorld, type World } from '../support/world.js'

const embeds = [{ title: 'Build 42', description: 'failed', color: 15158332 }]

/** Discord's path of the world's hook. */
async function discordUrl({ db, url, hookUrl }: World, prefix = '/api') {
  const { id } = await db.hook.findFirstOrThrow()
  return `${url}${prefix}/webhooks/${id}/${hookUrl.split('/').at(-1)}`
}

const ignoredOf = async ({ db }: World) => (await db.delivery.findFirstOrThrow()).ignored

test('a Discord body is recognized, posted with its embeds, and answered with 204', async () => {
  const world = await startWorld()
  const response = await sendTo(world.hookUrl, { content: 'hi @channel', username: 'CI', embeds, tts: true })
  expect([response.status, await response.text()]).toEqual([204, ''])
  await eventually(async () => expect(await world.messages()).toEqual(['hi &#64;channel']))
  const [post] = await world.posts()
  expect(post?.props).toMatchObject({
    attachments: [{ title: 'Build 42', text: 'failed', color: '#e74c3c' }],
  })
  expect(await ignoredOf(world)).toEqual(['tts', 'username (overriding is off)'])
})

test('a payload stays a payload, whatever else it has', async () => {
  const world = await startWorld()
  const response = await sendTo(world.hookUrl, { text: 'mine', content: 'other', embeds })
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
  await eventually(async () => expect(await world.messages()).toEqual(['mine']))
  expect((await sendTo(`${world.hookUrl}/slack`, { content: 'x' })).status).toBe(400)
  const named = await sendTo(`${world.hookUrl}/discord?wait=true`, { text: 'mine', content: 'other' })
  expect([named.status, (await world.messages()).at(-1)]).toEqual([200, 'other'])
})

test.each(['/api', '/api/v10'])("Discord's paths below %s send, edit and delete", async prefix => {
  const world = await startWorld()
  const url = await discordUrl(world, prefix)
  const sent = await sendTo(`${url}?wait=true`, { content: 'one', embeds, username: 'CI' })
  const message = (await sent.json()) as { id: string }
  const [post] = await world.posts()
  expect(message).toMatchObject({ id: post?.id, channel_id: post?.channelId, content: 'one', embeds })
  const asJson = { headers: { 'content-type': 'application/json' }, body: '{"content":"two"}' }
  const edited = await fetch(`${url}/messages/${message.id}`, { method: 'PATCH', ...asJson })
  expect(await edited.json()).toMatchObject({ id: message.id, content: 'two', edited_timestamp: /./ })
  expect(await world.messages()).toEqual(['two'])
  expect((await fetch(`${url}/messages/${message.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await world.messages()).toEqual([])
  expect((await fetch(`${url}/messages/${message.id}`, { method: 'DELETE' })).status).toBe(404)
})

test("Discord's path needs the id of the key's hook, and reads Slack's payloads, with or without /slack", async () => {
  const world = await startWorld()
  const url = await discordUrl(world)
  const other = url.replace(/webhooks\/\w+/, 'webhooks/other')
  const refused = await sendTo(other, { content: 'x' })
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 10015, message: /./ }])
  expect((await sendTo(`${url}/slack`, { text: 'slack' })).status).toBe(200)
  expect((await sendTo(url, { text: 'plain' })).status).toBe(204)
  expect((await sendTo(url, { words: 'none' })).status).toBe(400)
  await eventually(async () => expect(await world.messages()).toEqual(['slack', 'plain']))
})

test('over the rate limit, Discord clients read retry_after', async () => {
  const world = await startWorld({ hookRate: { points: 1, seconds: 60 } })
  const url = await discordUrl(world)
  await sendTo(url, { content: 'one' })
  const limited = await sendTo(url, { content: 'two' })
  const body = (await limited.json()) as { retry_after: number }
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, String(body.retry_after)])
})

test('reads payload_json of a form with files, which are reported', async () => {
  const world = await startWorld()
  const form = new FormData()
  form.set('payload_json', JSON.stringify({ content: 'the log' }))
  form.set('files[0]', new File(['lines'], 'build.log'))
  const response = await fetch(`${world.hookUrl}?wait=true`, { method: 'POST', body: form })
  expect(await response.json()).toMatchObject({ content: 'the log' })
  expect(await ignoredOf(world)).toEqual(['file build.log'])
})

test('Teams cards are posted, and answered with 1', async () => {
  const world = await startWorld()
  for (const name of ['message-card', 'adaptive-card']) {
    const path = `packages/formats/src/adapters/teams/fixtures/${name}.json`
    const response = await sendTo(world.hookUrl, JSON.parse(readFileSync(path, 'utf8')).body)
    expect([response.status, await response.text()]).toEqual([200, '1'])
  }
  await eventually(async () => expect(await world.posts()).toHaveLength(2))
  const [card] = await world.posts()
  expect(card?.props.attachments).toMatchObject([{ title: 'Build #42 failed' }, { text: /shop/ }])
})

test('Google Chat cards are posted in their threads, and answered with names', async () => {
  const world = await startWorld()
  const path = 'packages/formats/src/adapters/googlechat/fixtures/cards-v2.json'
  const { body } = JSON.parse(readFileSync(path, 'utf8'))
  await sendTo(`${world.hookUrl}?wait=true`, body)
  const response = await sendTo(`${world.hookUrl}/googlechat?wait=true`, { ...body, text: 'again' })
  const [first, second] = await world.posts()
  expect(await response.json()).toMatchObject({ name: `spaces/${second?.channelId}/messages/${second?.id}` })
  expect([second?.message, second?.rootId]).toEqual(['again', first?.id])
  const queued = await sendTo(world.hookUrl, body)
  expect(await queued.json()).toMatchObject({ name: /^spaces\/\w{26}\/messages\/\w{26}$/ })
})

test('thread_id is the post to reply to', async () => {
  const world = await startWorld()
  const url = await discordUrl(world)
  const first = (await (await sendTo(`${url}?wait=true`, { content: 'one' })).json()) as { id: string }
  await sendTo(`${url}?wait=true&thread_id=${first.id}`, { content: 'two' })
  expect((await world.posts()).map(({ rootId }) => rootId)).toEqual(['', first.id])
})
