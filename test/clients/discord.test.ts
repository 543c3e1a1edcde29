import { EmbedBuilder, WebhookClient } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

/** Starts a world, and Discord's usual client with its address changed. */
async function start(options?: Parameters<typeof startWorld>[0]) {
  const world = await startWorld(options)
  const { id } = await world.db.hook.findFirstOrThrow()
  const token = world.hookUrl.split('/').at(-1) ?? ''
  const rest = { api: `${world.url}/api`, retries: 0, rejectOnRateLimit: () => true }
  const client = new WebhookClient({ id, token }, { rest })
  onTestFinished(() => client.destroy())
  return { world, client }
}

test('discord.js sends text and embeds, edits, and deletes', async () => {
  const { world, client } = await start()
  const embed = new EmbedBuilder().setTitle('Build 42').setDescription('**failed**').setColor('Red')
  const { id } = await client.send({ content: 'hello', username: 'CI', embeds: [embed] })
  const [post] = await world.posts()
  expect(post).toMatchObject({ id, message: 'hello' })
  expect(post?.props.attachments).toMatchObject([{ title: 'Build 42', text: '**failed**' }])
  const edited = await client.editMessage(id, 'bye')
  expect([edited.id, edited.content, await world.messages()]).toEqual([id, 'bye', ['bye']])
  await client.deleteMessage(id)
  expect(await world.messages()).toEqual([])
})

test('discord.js sends files in a form, and replies in a thread', async () => {
  const { world, client } = await start()
  const { id } = await client.send('first')
  const files = [{ attachment: Buffer.from('lines'), name: 'build.log' }]
  await client.send({ content: 'second', files, threadId: id })
  await eventually(async () => expect((await world.posts()).map(({ rootId }) => rootId)).toEqual(['', id]))
  const ignored = await world.db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(ignored.map(delivery => delivery.ignored)).toEqual([[], ['file build.log']])
})

test('discord.js throws its own errors with our reasons', async () => {
  const { client } = await start({ hookRate: { points: 1, seconds: 60 } })
  const failure = (sending: Promise<unknown>) => sending.catch((error: unknown) => error)
  expect(await failure(client.deleteMessage('0'.repeat(26)))).toMatchObject({ code: 10008, status: 404 })
  expect(await failure(client.send('too many'))).toMatchObject({ name: /RateLimitError/ })
})
