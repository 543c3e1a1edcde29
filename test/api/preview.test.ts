import { type Db, saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { addChannel, noSuchId } from './start-api.js'
import { startHistory } from './start-history.js'

type Json = Record<string, unknown>

const table = '| a | b |\n|---|---|\n| <https://e.com|x> | `c` |'
const payloads: Json[] = [
  { text: '**hi** @admin <!channel> <https://e.com|x>', username: 'robot', icon_url: 'https://e.com/i.png' },
  { text: table, icon_emoji: ':x:' },
  {
    text: 'word '.repeat(2000),
    attachments: [{ title: 'T', text: 'att', color: 'good', fields: [{ value: 5 }] }],
  },
  { attachments: [{ fallback: 'f', pretext: '<!channel>', text: 'x'.repeat(9000) }], props: { mine: 1 } },
  { text: 'x', channel: '#builds' },
  { text: 'x', channel: '@reader' },
]

test('a preview equals the stored posts, and lists ignored parts', async () => {
  const { ask, settle, get } = await startHistory()
  for (const payload of payloads) {
    const preview = (await ask('/preview', { payload: JSON.stringify(payload) })).json()
    const [id = ''] = await settle(payload)
    const { posts, ignored, post_count, channel } = (await get(`/deliveries/${id}`)).json()
    const stored = posts.map(({ message, html, type, props }: Json) => ({ message, html, type, props }))
    expect(preview).toMatchObject({ outcome: 'posted', status: 200, reason: '', post_count, ignored })
    expect(preview.posts).toEqual(stored)
    expect(preview.channel).toMatchObject({ name: channel.name, type: channel.type })
  }
})

const alert = {
  groupKey: 'g',
  receiver: 'r',
  status: 'firing',
  alerts: [{ status: 'firing', annotations: { summary: 'Disk full' } }],
}

test("previews and sends a sender's own JSON, and replays it edited", async () => {
  const { ask, get } = await startHistory()
  const payload = JSON.stringify(alert)
  const preview = (await ask('/preview', { payload })).json()
  expect(preview).toMatchObject({
    outcome: 'posted',
    posts: [{ message: expect.stringContaining('Disk full') }],
  })
  const pull = JSON.stringify({ type: 'PULL_ARTIFACT', occur_at: 1, event_data: {} })
  const skipped = (await ask('/preview', { payload: pull, format: 'harbor' })).json()
  expect(skipped).toMatchObject({ outcome: 'skipped', status: 200, posts: [] })
  const { delivery, outcome } = (await ask('/send', { payload })).json()
  expect(outcome).toBe('posted')
  const stored = (await get(`/deliveries/${delivery}`)).json()
  expect(stored).toMatchObject({ payload, format: 'alertmanager', event: 'firing' })
  const edited = payload.replace('Disk full', 'Disk fuller')
  expect((await ask(`/deliveries/${delivery}/replay`, { payload: edited })).statusCode).toBe(200)
})

const nothing = { channel: null, ignored: [], post_count: 0, posts: [] }

test('a preview of a payload that the ingress would reject returns the sender’s error', async () => {
  const { ask } = await startHistory()
  const cases = {
    '{"text": 5}': 'parse',
    '{': 'parse',
    '{}': 'text',
    '{"text":"x","type":"system_x"}': undefined,
  }
  for (const [payload, word] of Object.entries(cases)) {
    const preview = (await ask('/preview', { payload })).json()
    expect(preview).toMatchObject({ ...nothing, outcome: 'refused', status: 400 })
    if (word) expect(preview.reason).toBe(`web.incoming_webhook.${word}.app_error`)
  }
})

test('a preview of a payload that the worker would reject returns the history’s reason', async () => {
  const { ask, db } = await startHistory()
  await saveSettings(db, { MaxHtmlBytesPerDelivery: 65_536 })
  const preview = async (payload: object) =>
    (await ask('/preview', { payload: JSON.stringify(payload) })).json()
  const missing = await preview({ text: 'x', channel: 'build' })
  expect(missing).toMatchObject({ ...nothing, outcome: 'rejected', status: 404 })
  expect(missing.message).toContain('Did you mean builds?')
  const tooLong = { ...nothing, outcome: 'rejected', reason: 'web.incoming_webhook.html_length.app_error' }
  await eventually(async () =>
    expect(await preview({ text: '[x](https://e.com) '.repeat(3000) })).toMatchObject(tooLong),
  )
})

/** Returns a digest of all rows for each table. */
async function rowsOf(db: Db) {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  const digest = (name: string) =>
    `SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS all FROM "${name}" t`
  return Promise.all(tables.map(async ({ name }) => [name, await db.$queryRawUnsafe(digest(name))]))
}

test('a preview writes nothing to Postgres or Redis, even if a direct channel would be created', async () => {
  const { ask, db, redis, prefix } = await startHistory({ workerLater: true })
  const all = async () => [await rowsOf(db), (await redis.keys(`${prefix}:*`)).toSorted()]
  const before = await all()
  for (const payload of payloads) {
    const preview = await ask('/preview', { payload: JSON.stringify(payload) })
    expect(preview.json()).toMatchObject({ outcome: 'posted' })
  }
  expect(await all()).toEqual(before)
})

test('a payload sent without a key is a normal delivery, returned with its outcome', async () => {
  const { ask, get, world } = await startHistory()
  const payload = '{"text":"by session","channel":"builds"}'
  const sent = (await ask('/send', { payload })).json()
  const [post] = await world.posts('builds')
  expect(sent).toMatchObject({ outcome: 'posted', status: 200, reason: '' })
  expect(sent.posts).toEqual([{ id: post?.id, channel_id: post?.channelId, create_at: post?.createAt }])
  const delivery = (await get(`/deliveries/${sent.delivery}`)).json()
  expect(delivery).toMatchObject({ outcome: 'posted', payload, replay_of: '' })
})

test('a payload sent without a key is rejected as a delivery, or as a payload', async () => {
  const { ask, idsIn } = await startHistory()
  const rejected = (await ask('/send', { payload: '{"text":"x","channel":"nowhere"}' })).json()
  expect(rejected).toMatchObject({ outcome: 'rejected', status: 404, posts: [] })
  expect(await idsIn('?outcome=rejected')).toEqual([rejected.delivery])
  const refused = (await ask('/send', { payload: '{}' })).json()
  expect(refused.id).toBe('api.hook.payload.app_error')
  expect(refused.detailed_error).toContain('No text specified')
})

test('payloads sent by session count against the hook’s rate, and a deleted hook accepts none', async () => {
  const { ask, db, hook, anotherIngress, app, headers } = await startHistory()
  const config = { RateLimitSettings: { HookRate: '3/600' } }
  await app.inject({ method: 'POST', url: '/api/v3/admin/save_config', headers, payload: config })
  const statuses: number[] = []
  for (let call = 0; call < 4; call++)
    statuses.push((await ask('/send', { payload: '{"text":"x"}' })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  const ingress = await anotherIngress({ hookRate: { points: 3, seconds: 600 } })
  expect((await fetch(ingress.hookUrl, { method: 'POST', body: '{"text":"x"}' })).status).toBe(429)
  await db.hook.update({ where: { id: hook.id }, data: { deleteAt: 5 } })
  expect((await ask('/send', { payload: '{"text":"x"}' })).statusCode).toBe(404)
})

test('a preview reveals nothing about a channel that the caller may not read', async () => {
  const { ask, db, hook, teamId } = await startHistory()
  const secret = await addChannel(db, teamId, 'secret', 'P')
  const owner = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  await db.channelMember.create({ data: { channelId: secret.id, userId: owner.id } })
  await db.hook.update({ where: { id: hook.id }, data: { channelId: secret.id, userId: owner.id } })
  const preview = async () => (await ask('/preview', { payload: '{"text":"x"}' })).json()
  expect(await preview()).toMatchObject({ channel: { id: secret.id, name: 'secret' } })
  await db.user.updateMany({ where: { username: 'admin' }, data: { roles: 'system_user' } })
  const nothing = { channel: null, posts: [], reason: 'web.incoming_webhook.not_by_creator.app_error' }
  await eventually(async () => expect(await preview()).toMatchObject(nothing))
})

test('previews an invisible channel like a missing one', async () => {
  const { callers, db, hook, teamId } = await startHistory()
  const { admin, boss } = await callers('admin', 'boss')
  const secret = await addChannel(db, teamId, 'secret', 'P')
  await db.channelMember.create({ data: { channelId: secret.id, userId: admin.id } })
  const preview = async (channel: string, caller = boss) => {
    const payload = JSON.stringify({ text: 'x', channel })
    const { body } = await caller.post(`/teams/${teamId}/hooks/incoming/${hook.id}/preview`, { payload })
    return body.replaceAll(channel, 'name')
  }
  expect(JSON.parse(await preview('secret', admin))).toMatchObject({ outcome: 'posted' })
  expect(JSON.parse(await preview('nowhere'))).toMatchObject({ outcome: 'rejected', status: 404 })
  expect(await preview('secret')).toBe(await preview('nowhere'))
  const { id: other } = (await callers('reader')).reader
  const direct = [admin.id, other].toSorted().join('__')
  const before = [await preview('@reader'), await preview(direct)]
  await db.channel.create({ data: { ...secret, id: noSuchId, teamId: '', type: 'D', name: direct } })
  for (const userId of [admin.id, other])
    await db.channelMember.create({ data: { channelId: noSuchId, userId } })
  expect([await preview('@reader'), await preview(direct)]).toEqual(before)
  await db.hook.update({ where: { id: hook.id }, data: { locked: true, channelId: secret.id } })
  expect(await preview('secret')).toBe(await preview('nowhere'))
})
