import { saveSettings } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startSlack, tokenOf } from '../support/slack.js'

/** Starts an ingress, a worker and an API. `client` reads with an app's token of the user `reader`. */
async function startReading() {
  const api = await startSlack()
  await saveSettings(api.db, { EnableOAuthServiceProvider: true, ShowEmailAddress: false })
  const clientOf = (token: string) => new WebClient(token, { slackApiUrl: `${api.url}/api/` })
  const client = clientOf(await tokenOf(api.db, 'reader', 'read manage'))
  await eventually(() => client.users.list({}))
  return { ...api, client, clientOf, sender: clientOf(firstHookKey) }
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ data }: { data?: { error?: string } }) => data?.error,
  )

test("Slack's own client lists channels and users in pages, and joins a channel", async () => {
  const { client, db, channelNamed } = await startReading()
  const { id } = await channelNamed('builds')
  await db.channelMember.deleteMany({ where: { channelId: id, user: { username: 'reader' } } })
  const listed: [name: string, isMember: boolean][] = []
  for await (const page of client.paginate('conversations.list', { limit: 2 }))
    for (const { name, is_member } of (
      page as unknown as { channels: { name: string; is_member: boolean }[] }
    ).channels)
      listed.push([name, is_member])
  expect(String(listed)).toBe('off-topic,true,town-square,true,builds,false')
  expect(await errorOf(client.conversations.history({ channel: id }))).toBe('not_in_channel')
  expect((await client.conversations.join({ channel: id })).channel).toMatchObject({ id, is_member: true })
  expect((await client.conversations.info({ channel: id })).channel).toMatchObject({ name: 'builds' })
  const { members = [] } = await client.users.list({})
  expect(members.map(({ name }) => name)).toEqual(['admin', 'reader'])
})

test('a history and a thread have the ts of the sender, in pages', async () => {
  const { client, sender, channelNamed } = await startReading()
  const { id: channel } = await channelNamed('builds')
  const sent: string[] = []
  for (const text of ['1', '2', '3']) sent.push(String((await sender.chat.postMessage({ channel, text })).ts))
  const [first = '', second = '', third = ''] = sent
  const reply = await sender.chat.postMessage({ channel, text: 'reply', thread_ts: first })
  const page = await client.conversations.history({ channel, limit: 2 })
  expect(page.messages?.map(({ ts }) => ts)).toEqual([third, second])
  const cursor = page.response_metadata?.next_cursor ?? ''
  const rest = await client.conversations.history({ channel, cursor })
  expect(rest.messages).toMatchObject([{ ts: first, thread_ts: first, reply_count: 1, text: '1' }])
  const newer = await client.conversations.history({ channel, oldest: first })
  expect(newer.messages?.map(({ ts }) => ts)).toEqual([third, second])
  const thread = await client.conversations.replies({ channel, ts: first })
  expect(thread.messages).toMatchObject([{ ts: first }, { ts: reply.ts, thread_ts: first, text: 'reply' }])
  expect(await errorOf(client.conversations.replies({ channel, ts: '1503435956.000247' }))).toBe(
    'thread_not_found',
  )
})

test("a user's deliveries by a token have a history for that user, and can be replayed", async () => {
  const { db, clientOf, callers, teamId: team, messages } = await startReading()
  const { reader, other } = await callers('reader', 'other')
  const sender = clientOf(await tokenOf(db, 'reader', 'post'))
  await sender.chat.postMessage({ channel: 'builds', text: 'sent' })
  const hook = reader.id
  const { deliveries } = await reader.client.listDeliveries({ params: { team, hook }, query: {} })
  expect(deliveries).toMatchObject([{ outcome: 'posted', format: 'slack-api', event: 'chat.postMessage' }])
  const params = { team, hook, delivery: deliveries[0]?.id ?? '' }
  expect((await reader.client.getDelivery({ params, query: {} })).payload).toContain('sent')
  await reader.client.replayDelivery({ params, body: {} })
  await eventually(async () => expect(await messages('builds')).toEqual(['sent', 'sent']))
  const { channel = '', ts = '' } = await sender.chat.postMessage({ channel: 'builds', text: 'regretted' })
  await sender.chat.delete({ channel, ts })
  expect(await messages('builds')).toEqual(['sent', 'sent'])
  const [deletion] = (await reader.client.listDeliveries({ params: { team, hook }, query: {} })).deliveries
  expect(deletion).toMatchObject({ outcome: 'updated', format: 'slack-api', event: 'chat.delete' })
  const again = { params: { ...params, delivery: deletion?.id ?? '' }, body: {} }
  expect((await reader.client.replayDelivery(again)).replay_of).toBe(deletion?.id)
  const path = `/teams/${team}/hooks/incoming/${hook}/deliveries`
  expect(await other.statusAndId(path)).toBe('404 store.sql_webhooks.get_incoming.app_error')
})

test('hidden e-mail addresses stay hidden, and tokens read what their user may', async () => {
  const { client, clientOf, db, url, channelNamed } = await startReading()
  const { id } = await channelNamed('builds')
  const admin = await db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  expect(await errorOf(client.users.lookupByEmail({ email: admin.email }))).toBe('users_not_found')
  expect((await client.users.info({ user: admin.id })).user?.profile).not.toHaveProperty('email')
  expect(await errorOf(client.users.info({ user: newId() }))).toBe('user_not_found')
  expect(await errorOf(client.users.list({ cursor: 'x' }))).toBe('invalid_cursor')
  await db.channel.update({ where: { id }, data: { type: 'P' } })
  await db.channelMember.deleteMany({ where: { channelId: id } })
  expect(await errorOf(client.conversations.info({ channel: id }))).toBe('channel_not_found')
  const posting = clientOf(await tokenOf(db, 'reader', 'post'))
  expect(await errorOf(posting.users.list({}))).toBe('missing_scope')
  expect(await errorOf(clientOf(firstHookKey).users.list({}))).toBe('missing_scope')
  expect(await errorOf(clientOf('x'.repeat(26)).users.list({}))).toBe('invalid_auth')
  const message = { channel: id, timestamp: '1.000001' }
  for (const call of [client.reactions.add({ ...message, name: 'eyes' }), client.pins.add(message)])
    expect(await errorOf(call)).toBe('unknown_method')
  const inUrl = await fetch(`${url}/api/users.list?token=${firstHookKey}`)
  expect(await inUrl.json()).toMatchObject({ ok: false, error: 'not_authed' })
})
