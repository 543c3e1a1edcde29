import { saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import type { SlackErrorCode } from '../../apps/api/src/slack/errors.js'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { calling, startSlack, tokenOf } from '../support/slack.js'

async function startWithApps() {
  const world = await startSlack()
  await saveSettings(world.db, { EnableOAuthServiceProvider: true })
  const token = await tokenOf(world.db, 'reader', 'post read')
  await eventually(async () =>
    expect(await calling(world, token)('auth.test', {})).toMatchObject({ ok: true }),
  )
  return { ...world, token, call: calling(world, token) }
}

test("a user's token posts as the user, with a history like that of a hook", async () => {
  const { db, call, token, posts, channelNamed } = await startWithApps()
  const reader = await db.user.findUniqueOrThrow({ where: { username: 'reader' } })
  const { id } = await channelNamed('builds')
  expect(await call('auth.test', {})).toMatchObject({
    user: 'reader',
    user_id: reader.id,
    team: 'First Team',
  })
  const sent = await call('chat.postMessage', { channel: id, text: 'by id' })
  expect(sent).toMatchObject({ ok: true, channel: id, message: { username: 'reader', text: 'by id' } })
  const [post] = await posts('builds')
  expect(post).toMatchObject({ userId: reader.id, message: 'by id' })
  expect(post?.props).toMatchObject({ override_username: 'reader', from_bot: 'true' })
  expect(await call('chat.update', { channel: id, ts: sent.ts, text: 'new' })).toMatchObject({ ok: true })
  const [delivery] = await db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(delivery?.hookId).toBe(reader.id)
  expect(delivery?.payload).not.toContain(token)
})

test("a user's token posts only where the user is a member, and directly to other users", async () => {
  const { db, call, outcomes } = await startWithApps()
  const admin = await db.user.findUniqueOrThrow({ where: { username: 'admin' } })
  await db.channelMember.deleteMany({ where: { user: { username: 'reader' }, channel: { name: 'builds' } } })
  expect(await call('chat.postMessage', { channel: 'builds', text: 'x' })).toMatchObject({
    error: 'not_in_channel',
  })
  const direct = await call('chat.postMessage', { channel: admin.id, text: 'to you' })
  expect(direct.channel).toBe((await db.channel.findFirstOrThrow({ where: { type: 'D' } })).id)
  expect(await outcomes()).toEqual(['rejected: no_permission', 'posted'])
})

test('nobody changes the message of another sender', async () => {
  const world = await startWithApps()
  const { ts, channel } = await calling(world)('chat.postMessage', { channel: 'builds', text: 'of the hook' })
  const target = { channel, ts, text: 'taken over' }
  expect(await world.call('chat.update', target)).toMatchObject({ error: 'cant_update_message' })
  expect(await world.call('chat.delete', target)).toMatchObject({ error: 'cant_delete_message' })
  expect(await world.messages('builds')).toEqual(['of the hook'])
})

test("a hook that is locked stays in its channel, also by another channel's id", async () => {
  const world = await startSlack()
  await world.db.hook.updateMany({ data: { locked: true } })
  const [call, own] = [calling(world), await world.channelNamed('town-square')]
  const { id } = await world.channelNamed('builds')
  for (const channel of [id, 'builds', '@reader'])
    expect(await call('chat.postMessage', { channel, text: 'x' })).toMatchObject({
      error: 'restricted_action',
    })
  expect(await call('chat.postMessage', { channel: own.id, text: 'x' })).toMatchObject({ ok: true })
})

const text = 'hello'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('reads forms, forms of parts and queries, with lists in JSON', async () => {
  const world = await startSlack()
  const attachments = JSON.stringify([{ title: 'shop' }])
  const fields = { token: firstHookKey, channel: 'builds', text: 'a form', attachments }
  const call = calling(world, '')
  expect(await call('chat.postMessage', new URLSearchParams(fields).toString(), form)).toMatchObject({
    ok: true,
  })
  const parts = new FormData()
  for (const [name, value] of Object.entries({ ...fields, text: 'parts' })) parts.set(name, value)
  const posted = await fetch(`${world.url}/api/chat.postMessage`, { method: 'POST', body: parts })
  expect(await posted.json()).toMatchObject({ ok: true })
  const inQuery = `${world.url}/api/chat.postMessage?channel=builds&text=query`
  const headers = { authorization: `Bearer ${firstHookKey}` }
  expect(await (await fetch(inQuery, { headers })).json()).toMatchObject({ ok: true })
  const all = await world.posts('builds')
  expect(all.map(({ message }) => message)).toEqual(['a form', 'parts', 'query'])
  expect(all[1]?.props.attachments).toMatchObject([{ title: 'shop' }])
})

const post = 'chat.postMessage'
const wrong: [
  SlackErrorCode,
  method: string,
  args: unknown,
  headers?: Record<string, string>,
  token?: string,
][] = [
  ['not_authed', post, { text }, {}, ''],
  ['not_authed', `${post}?token=${firstHookKey}`, { text }, {}, ''],
  ['invalid_auth', post, { text }, {}, 'x'.repeat(26)],
  ['invalid_auth', post, { text }, {}, 'xoxb-1-2-three'],
  ['invalid_arguments', post, { text: 5 }],
  ['invalid_arguments', post, 'text=a&blocks=%5B{', form],
  ['invalid_arguments', 'chat.update', { channel: 'builds', ts: 'yesterday', text }],
  ['invalid_json', post, '{"text":', { 'content-type': 'application/json' }],
  ['invalid_json', post, '[1]', { 'content-type': 'application/json' }],
  ['invalid_json', post, `{"text":${'['.repeat(70_000)}`, { 'content-type': 'application/json' }],
  ['invalid_form_data', post, '--b\r\n', { 'content-type': 'multipart/form-data; boundary=b' }],
  ['no_text', post, { channel: 'builds' }],
  ['msg_too_long', post, { text: 'x'.repeat(2_000_000) }],
  ['too_many_attachments', post, { attachments: Array(101).fill({ text }) }],
  ['channel_not_found', post, { channel: 'nowhere', text }],
  ['channel_not_found', post, { channel: '@nobody', text }],
  ['channel_not_found', post, { channel: 'z'.repeat(26), text }],
  ['is_archived', post, { channel: 'off-topic', text }],
  ['message_not_found', 'chat.update', { channel: 'builds', ts: '1503435956.000247', text }],
  ['message_not_found', 'chat.delete', { channel: 'builds', ts: '0'.repeat(26) }],
]

test('returns the codes of Slack with status 200, and what to do', async () => {
  const world = await startSlack()
  await world.db.channel.updateMany({ where: { name: 'off-topic' }, data: { deleteAt: 1 } })
  for (const [error, method, args, headers, token] of wrong) {
    const answer = await calling(world, token)(method, args, headers)
    const messages = [expect.stringMatching(/^\[ERROR\] .+\./)]
    expect(answer, method).toMatchObject({ ok: false, error, status: 200, response_metadata: { messages } })
    expect(JSON.stringify(answer)).not.toContain(firstHookKey)
  }
  expect(await world.messages('builds')).toEqual([])
})

test("says that a channel is missing in the app's team, or in the hook's", async () => {
  const world = await startWithApps()
  for (const call of [world.call, calling(world)])
    await call('chat.postMessage', { channel: 'nowhere', text })
  const stored = await world.db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(stored.map(({ detail }) => detail)).toEqual([
    "There is no channel nowhere in the app's team.",
    "There is no channel nowhere in the hook's team.",
  ])
})

test('returns codes for hooks and tokens that may not call', async () => {
  const world = await startWithApps()
  const hook = calling(world)
  const scoped = calling(world, await tokenOf(world.db, 'reader', 'read'))
  const message = { channel: 'builds', text }
  expect(await scoped(post, message)).toMatchObject({
    error: 'missing_scope',
    needed: 'post',
    provided: 'read',
  })
  const outOf = async (change: object, error: SlackErrorCode) => {
    await world.db.hook.updateMany({ data: change })
    await eventually(async () => expect(await hook(post, message)).toMatchObject({ error, status: 200 }))
  }
  await outOf({ disabledAt: 1 }, 'account_inactive')
  await outOf({ disabledAt: 0, allowFrom: ['192.0.2.1'] }, 'access_denied')
  await outOf({ allowFrom: [], deleteAt: 1 }, 'token_revoked')
  await world.db.user.updateMany({ where: { username: 'reader' }, data: { deleteAt: 1 } })
  expect(await world.call(post, message)).toMatchObject({ error: 'invalid_auth' })
})

test('responds 429 with whole seconds over the rate, and 503 if a delivery cannot be stored', async () => {
  const limited = await startSlack({ hookRate: { points: 1, seconds: 60 } })
  await calling(limited)(post, { text })
  expect(await calling(limited)(post, { text })).toMatchObject({ error: 'ratelimited', status: 429 })
  const away = await startSlack()
  await calling(away)('auth.test', {})
  away.redis.disconnect()
  expect(await calling(away)(post, { text })).toMatchObject({ error: 'service_unavailable', status: 503 })
})

test('a message that became several posts is one message', async () => {
  const world = await startSlack()
  const call = calling(world)
  const { channel, ts } = await call(post, { channel: 'builds', text: 'word '.repeat(2000) })
  expect((await world.posts('builds')).length).toBeGreaterThan(1)
  await call('chat.update', { channel, ts, text: 'short' })
  expect(await world.messages('builds')).toEqual(['short'])
})

test('an edit of an old message is too late', async () => {
  const world = await startSlack()
  const call = calling(world)
  const { channel, ts } = await call(post, { text })
  await saveSettings(world.db, { PostEditTimeLimit: 1 })
  await world.db.post.updateMany({ data: { createAt: 1 } })
  await eventually(async () =>
    expect(await call('chat.update', { channel, ts, text: 'late' })).toMatchObject({
      error: 'edit_window_closed',
    }),
  )
})

test('guesses of tokens count against their address', async () => {
  const world = await startSlack()
  const guess = calling(world, 'x'.repeat(26))
  const answers = await Promise.all(Array.from({ length: 61 }, () => guess('auth.test', {})))
  expect(answers.filter(({ error }) => error === 'ratelimited')).toHaveLength(1)
  expect(await calling(world)('auth.test', {})).toMatchObject({ ok: true })
})
