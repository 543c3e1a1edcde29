import { ActionRowBuilder, ButtonBuilder, ButtonStyle, EmbedBuilder, Routes, WebhookClient } from 'discord.js'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWithForms } from '../support/hook-forms.js'
import { startWorld, type World } from '../support/world.js'

/** Starts a world, and Discord's usual client with its address changed. */
const start = async (options?: Parameters<typeof startWorld>[0]) => clientOf(await startWorld(options))

async function clientOf<Started extends Pick<World, 'db' | 'hookUrl' | 'url'>>(world: Started) {
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

test('discord.js sends files that are stored, and reads them in the response', async () => {
  const { world, client } = await clientOf(await startWithForms())
  const files = ['a', 'b'].map(name => ({
    attachment: Buffer.from(`lines of ${name}`),
    name: `${name}.log`,
    description: name,
  }))
  const { id, attachments } = await client.send({ content: 'logs', files })
  const stored = await world.db.file.findMany({ orderBy: { name: 'asc' } })
  expect(attachments).toMatchObject(stored.map(file => ({ id: file.id, filename: file.name, size: 10 })))
  expect(await world.posts()).toMatchObject([
    { id, message: 'logs', files: [{ name: 'a.log' }, { name: 'b.log' }] },
  ])
  expect(stored.map(({ postId }) => postId)).toEqual([id, id])
})

test('discord.js reads the files of a message, also after an edit, as when it sent them', async () => {
  const { world, client } = await clientOf(await startWithForms())
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: 'navy' } })
  const files = [
    { attachment: await picture.png().toBuffer(), name: 'graph.png' },
    { attachment: Buffer.from('lines'), name: 'build.log' },
  ]
  const { id, attachments } = await client.send({ content: 'build', files })
  const stored = await world.db.file.findMany({ orderBy: { name: 'desc' } })
  const url = (file: string) => `${world.url}/api/v3/files/${file}/get`
  expect(attachments).toEqual(
    stored.map(({ id, name: filename, type: content_type, size, width, height }) => ({
      ...{ id, filename, size: Number(size), content_type, url: url(id), proxy_url: url(id) },
      ...(width && { width, height }),
    })),
  )
  expect(attachments[0]).toMatchObject({ filename: 'graph.png', width: 300, height: 200 })
  expect((await client.fetchMessage(id)).attachments).toEqual(attachments)
  expect((await client.editMessage(id, 'done')).attachments).toEqual(attachments)
  expect((await client.fetchMessage(id)).attachments).toEqual(attachments)
  const read = await fetch(`${world.hookUrl}/posts/${id}`)
  expect((await read.json()).files).toMatchObject(stored.map(({ id, name }) => ({ id, name })))
})

test('names files by BASE_URL in responses to Discord’s clients, whatever the request’s host', async () => {
  const world = await startWithForms()
  const baseUrl = 'https://chat.example.com/posthorn'
  const { hookUrl } = await world.anotherIngress({ apiUrl: `http://127.0.0.1:${world.port}`, baseUrl })
  const { client } = await clientOf({ ...world, hookUrl, url: new URL(hookUrl).origin })
  const files = [{ attachment: Buffer.from('lines'), name: 'build.log' }]
  const { id, attachments } = await client.send({ content: 'build', files })
  const { id: file } = await world.db.file.findFirstOrThrow()
  expect(attachments).toMatchObject([{ url: `${baseUrl}/api/v3/files/${file}/get` }])
  expect((await client.fetchMessage(id)).attachments).toEqual(attachments)
  expect((await client.editMessage(id, 'done')).attachments).toEqual(attachments)
})

test('discord.js shows link buttons, and sends messages of nothing but files', async () => {
  const { world, client } = await start()
  const button = new ButtonBuilder().setLabel('Logs').setStyle(ButtonStyle.Link).setURL('https://e.com/42')
  const row = new ActionRowBuilder<ButtonBuilder>().addComponents(button)
  await client.send({ content: 'deployed', components: [row], withComponents: true })
  const files = [{ attachment: Buffer.from('lines'), name: 'build.log' }]
  const { id, content } = await client.send({ files })
  expect([id, content]).toEqual([expect.stringMatching(/^[0-9a-z]{24}00$/), ''])
  const [post, ...others] = await world.posts()
  expect([post?.message, others]).toEqual(['deployed', []])
  expect(post?.props.attachments).toMatchObject([{ actions: [{ text: 'Logs', url: 'https://e.com/42' }] }])
  const [, skipped] = await world.db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(skipped).toMatchObject({ outcome: 'skipped', ignored: ['file build.log'], detail: /files/ })
})

test('discord.js reads a message before it edits it', async () => {
  const { world, client } = await start()
  const embed = new EmbedBuilder().setTitle('Build 42').setDescription('failed').setColor(0xe74c3c)
  embed.addFields({ name: 'Branch', value: 'main', inline: true })
  const { id } = await client.send({ content: 'hello', embeds: [embed] })
  const message = await client.fetchMessage(id)
  expect([message.content, message.embeds]).toEqual(['hello', [{ ...embed.data, type: 'rich' }]])
  const edited = await client.editMessage(id, { content: `${message.content} again` })
  expect([edited.id, await world.messages()]).toEqual([id, ['hello again']])
  const again = await client.fetchMessage(id)
  expect(again.edited_timestamp).not.toBeNull()
  const missing = client.fetchMessage('0'.repeat(25).concat('1'))
  expect(await missing.catch((error: unknown) => error)).toMatchObject({ code: 10008, status: 404 })
})

test("discord.js' routes read the webhook, with the key that they were given", async () => {
  const { world, client } = await start()
  const hook = await world.db.hook.findFirstOrThrow()
  expect(await client.rest.get(Routes.webhook(client.id, client.token), { auth: false })).toEqual({
    id: hook.id,
    type: 1,
    name: hook.displayName || null,
    channel_id: hook.channelId,
    guild_id: hook.teamId,
    token: client.token,
    avatar: null,
    application_id: null,
  })
  const guess = client.rest.get(Routes.webhook(client.id, 'a'.repeat(26)), { auth: false })
  expect(await guess.catch((error: unknown) => error)).toMatchObject({ code: 10015 })
})

test('discord.js throws its own errors with our reasons', async () => {
  const { client } = await start({ hookRate: { points: 1, seconds: 60 } })
  const failure = (sending: Promise<unknown>) => sending.catch((error: unknown) => error)
  expect(await failure(client.deleteMessage('0'.repeat(26)))).toMatchObject({ code: 10008, status: 404 })
  expect(await failure(client.send('too many'))).toMatchObject({ name: /RateLimitError/ })
})
