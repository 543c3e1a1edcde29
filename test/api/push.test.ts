import type { ApiOptions } from '@posthorn/api'
import { findWantedNotices } from '@posthorn/db'
import { openSecretBox } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { localPush, startPushService } from '../support/push-service.js'
import { openListener, withToken } from './listener.js'
import { startApi } from './start-api.js'

/** Every mention is due at once by this clock. */
const nowMs = () => Date.now() + 20_000

async function start(push: ApiOptions['push'] = {}) {
  const options = { everyMs: 20, nowMs, rules: localPush, ...push }
  const api = await startApi(undefined, { workerLater: false, push: options })
  const service = await startPushService()
  const { reader } = await api.callers('reader')
  const { public_key } = await reader.client.getPush({})
  /** Turns push notifications on in a new browser. */
  const subscribe = async (as = reader) => {
    const browser = service.subscribe(public_key)
    await as.client.subscribeToPush({ body: browser })
    return browser
  }
  /** Waits until everything is posted and nothing is left to send. */
  const allSent = async () => {
    await api.world.allWorked()
    await eventually(async () => expect(await api.db.dueNotice.count()).toBe(0))
  }
  const texts = () => service.received.map(({ title, body }) => `${title}: ${body}`)
  return { ...api, service, reader, public_key, subscribe, allSent, texts }
}

test('sends a mention encrypted to the user’s browser, signed by the server’s key', async () => {
  const { world, service, subscribe, texts } = await start()
  await subscribe()
  await world.send({ text: 'nobody in particular' })
  await world.send({ text: '@reader look at **this** & <that>', username: 'ci' })
  await eventually(() =>
    expect(texts()).toEqual(['First hook in Town Square: @reader look at this & <that>']),
  )
  const [push] = service.received
  const post = await world.db.post.findFirstOrThrow({ where: { message: { startsWith: '@reader' } } })
  expect(push).toMatchObject({ path: `/first-team/channels/town-square?post=${post.id}`, tag: post.id })
  expect(push?.headers).toMatchObject({ ttl: '86400', topic: post.id, 'content-encoding': 'aes128gcm' })
})

test('shows a post’s text, else its fallback, else its title, and shortens all', async () => {
  const { world, service, subscribe, allSent, texts } = await start()
  await subscribe()
  await world.send({ attachments: [{ fallback: 'Disk full', title: 'Disk', text: '@reader' }] })
  await eventually(() => expect(texts()).toEqual(['First hook in Town Square: Disk full']))
  await world.send({ attachments: [{ title: 'Disk', text: '@reader' }] })
  await eventually(() => expect(texts()[1]).toBe('First hook in Town Square: Disk'))
  await world.send({ text: `@reader ${'\u{1f4ef}'.repeat(3000)}` })
  await eventually(() => expect(service.received[2]?.body).toHaveLength(8 + 2 * 192))
  expect(service.received[2]?.encryptedBytes).toBeLessThan(4096)
  await allSent()
})

test('joins many mentions into one notification', async () => {
  const { world, service, db, subscribe, allSent } = await start({ nowMs: Date.now })
  await subscribe()
  for (const part of [1, 2, 3, 4, 5]) await world.send({ text: `@reader ${part}` })
  await eventually(async () => expect(await db.dueNotice.count()).toBe(5))
  await db.dueNotice.updateMany({ data: { dueAt: Date.now() - 1000 } })
  await eventually(() => expect(service.received).toHaveLength(1))
  expect(service.received[0]).toMatchObject({ title: '5 new mentions', tag: 'mentions' })
  await allSent()
  expect(service.received).toHaveLength(1)
})

/** A post that mentions the reader, and the number of notifications of it that are wanted. */
async function startWanted() {
  const api = await start()
  const { world, db, reader, allSent, channelNamed } = api
  await world.send({ text: '@reader' })
  await allSent()
  const { id: postId } = await db.post.findFirstOrThrow()
  const wanted = async () => (await findWantedNotices(db, [{ userId: reader.id, postId }])).length
  /** Counts after a change, which it undoes. */
  const after = async (table: string, change: string, undo: string) => {
    await db.$executeRawUnsafe(`UPDATE ${table} SET ${change}`)
    const count = await wanted()
    await db.$executeRawUnsafe(`UPDATE ${table} SET ${undo}`)
    return count
  }
  return { ...api, wanted, after, channelId: (await channelNamed('town-square')).id }
}

test('wants no notification of posts that the user has read, may not read, or does not want to know of', async () => {
  const { db, reader, wanted, after, channelId } = await startWanted()
  expect(await wanted()).toBe(1)
  for (const table of ['posts', 'users', 'teams', 'team_members', 'channels'])
    expect([table, await after(table, 'delete_at = 1', 'delete_at = 0')]).toEqual([table, 0])
  const member = (change: string, undo: string) => after('channel_members', change, undo)
  expect(await member('mention_count = 0', 'mention_count = 1')).toBe(0)
  expect(await member(`notify_props = '{"desktop":"none"}'`, `notify_props = '{}'`)).toBe(0)
  const own = `user_id = '${reader.id}', props = '{}'`
  expect(await after('posts', own, `props = '{"from_webhook":"true"}'`)).toBe(0)
  expect(await wanted()).toBe(1)
  await db.channelMember.deleteMany({ where: { channelId, userId: reader.id } })
  expect(await wanted()).toBe(0)
})

test('sends nothing to a user with a live socket, and nothing after the session has ended', async () => {
  const { world, db, reader, service, subscribe, allSent, listen } = await start()
  await subscribe()
  const { url } = await listen()
  const listener = await openListener(url, withToken(reader.token))
  await eventually(() => expect(listener.received).not.toHaveLength(0))
  await world.send({ text: '@reader present' })
  await allSent()
  listener.socket.close()
  await eventually(async () => expect(await reader.getJson('/users/status')).toEqual({}))
  await world.send({ text: '@reader away' })
  await eventually(() => expect(service.received.map(({ body }) => body)).toEqual(['@reader away']))
  await reader.post('/users/logout')
  expect(await db.pushSubscription.count()).toBe(0)
  await world.send({ text: '@reader logged out' })
  await allSent()
  expect(service.received).toHaveLength(1)
})

test('mentions each user of a channel once, except those who want no mentions of it', async () => {
  const { world, db, service, callers, subscribe, allSent, teamId, channelNamed } = await start()
  const { admin, reader, other } = await callers('admin', 'reader', 'other')
  const { id: channelId } = await channelNamed('town-square')
  await db.channelMember.create({ data: { channelId, userId: other.id } })
  await db.user.update({ where: { id: other.id }, data: { notifyProps: { channel: 'false' } } })
  for (const one of [admin, reader, other]) await subscribe(one)
  const create = `/teams/${teamId}/channels/${channelId}/posts/create`
  await admin.postJson(create, { message: '@all lunch, @reader', pending_post_id: '' })
  await eventually(() => expect(service.received).toHaveLength(1))
  await allSent()
  expect(service.received).toHaveLength(1)
  await world.send({ text: '@all again' })
  await eventually(() => expect(service.received).toHaveLength(3))
})

test('retries a busy push service once', async () => {
  const { world, service, subscribe, texts } = await start()
  await subscribe()
  service.answerNext({ status: 503 })
  await world.send({ text: '@reader busy' })
  await eventually(() => expect(texts()).toEqual(['First hook in Town Square: @reader busy']))
})

test('follows no redirect, and forgets a browser that fails ten times in a row', async () => {
  const { world, db, service, subscribe } = await start()
  await subscribe()
  service.answerNext({ status: 302, headers: { location: `${service.url}/elsewhere` } })
  await world.send({ text: '@reader moved' })
  await eventually(async () => expect((await db.pushSubscription.findFirst())?.failures).toBe(1))
  expect(service.connections()).toBe(1)
  await db.pushSubscription.updateMany({ data: { failures: 9 } })
  service.answerNext({ status: 400 })
  await world.send({ text: '@reader refused' })
  await eventually(async () => expect(await db.pushSubscription.count()).toBe(0))
})

test('goes on after a push service that wants another protocol', async () => {
  const { world, db, service, reader, subscribe, texts, callers, channelNamed } = await start()
  await subscribe()
  const { other } = await callers('other')
  await db.channelMember.create({
    data: { channelId: (await channelNamed('town-square')).id, userId: other.id },
  })
  await subscribe(other)
  service.answerNext({ status: 101, headers: { connection: 'upgrade', upgrade: 'other' } })
  await world.send({ text: '@reader first' })
  const where = { userId: reader.id, failures: 1 }
  await eventually(async () => expect(await db.pushSubscription.count({ where })).toBe(1))
  await world.send({ text: '@other second' })
  await eventually(() => expect(texts()).toEqual(['First hook in Town Square: @other second']))
})

test('keeps a browser whose message cannot be encrypted', async () => {
  const { world, db, service, subscribe } = await start()
  await subscribe()
  await db.pushSubscription.updateMany({ data: { p256dh: `B${'A'.repeat(86)}` } }) // not a point of the curve
  await world.send({ text: '@reader' })
  await eventually(async () => expect((await db.pushSubscription.findFirst())?.failures).toBe(1))
  expect(service.connections()).toBe(0)
})

test('forgets a browser that is gone', async () => {
  const { world, db, service, subscribe } = await start()
  await subscribe()
  service.answerNext({ status: 410 })
  await world.send({ text: '@reader gone' })
  await eventually(async () => expect(await db.pushSubscription.count()).toBe(0))
})

test('two processes send each mention once', async () => {
  const { world, service, listen, subscribe, texts, allSent } = await start()
  await listen()
  await listen()
  await subscribe()
  for (const part of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await world.send({ text: `@reader ${part}` })
    await eventually(() => expect(service.received).toHaveLength(part))
  }
  await allSent()
  expect(texts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(part => `First hook in Town Square: @reader ${part}`))
})

test('has at most a hundred pending mentions and ten browsers per user', async () => {
  const { world, db, reader, subscribe, callers } = await start({ nowMs: () => 0 })
  await subscribe()
  await world.send({ text: `${'@reader '.repeat(480)}\n\n`.repeat(60) }) // a flood of 60 posts
  await world.send({ text: `${'@reader '.repeat(480)}\n\n`.repeat(60) })
  await world.allWorked()
  expect(await db.mention.count({ where: { userId: reader.id } })).toBeGreaterThan(100)
  expect(await db.dueNotice.count()).toBe(100)
  for (let browser = 0; browser < 11; browser++) await subscribe((await callers('reader')).reader)
  expect(await db.pushSubscription.count()).toBe(10)
})

const noPush = '501 api.user.push.disabled.app_error'
const badEndpoint = '400 api.user.push.endpoint.app_error'
const badKeys = '400 api.context.invalid_param.app_error'

const wrongEndpoints = [
  'http://push.example.com/a',
  'https://push.example.com:8443/a',
  'https://me:secret@push.example.com/a',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://[2002:7f00:1::]/',
  'https://localhost/',
  'https://localhost./',
  'https://push.localhost/',
  'https://push.LocalHost./',
  'ftp://push.example.com',
  'push.example.com',
]

test('accepts only https endpoints of public hosts, and keys as browsers write them', async () => {
  const { service, public_key, reader, db } = await start({ rules: {} })
  const { keys } = service.subscribe(public_key)
  const answer = (endpoint: string, own: object = keys) =>
    reader.statusAndId('/users/push/subscribe', { endpoint, keys: own })
  for (const endpoint of wrongEndpoints)
    expect([endpoint, await answer(endpoint)]).toEqual([endpoint, badEndpoint])
  const good = 'https://push.example.com/a'
  expect(await answer(good, { ...keys, auth: 'short' })).toBe(badKeys)
  const notAPoint = `A${keys.p256dh.slice(1)}`
  expect(await answer(good, { ...keys, p256dh: notAPoint })).toBe(badKeys)
  expect(await answer(`${good}${'a'.repeat(1000)}`)).toBe(badKeys)
  expect(await db.pushSubscription.count()).toBe(0)
  expect(await answer(good)).toBe('200')
  expect(await reader.client.getPush({})).toEqual({ public_key, endpoint: good })
  await reader.client.unsubscribeFromPush({})
  expect(await reader.client.getPush({})).toEqual({ public_key, endpoint: '' })
})

test('connects to no private address, whatever the endpoint’s name resolves to', async () => {
  const { world, db, reader, service, public_key, allSent } = await start({ rules: {} })
  const { endpoint, keys } = service.subscribe(public_key)
  const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId: reader.id } })
  for (const url of [endpoint, 'https://localhost./']) {
    const row = { endpoint: url, ...keys, userId: reader.id, createdAt: 1 }
    await db.pushSubscription.upsert({ where: { sessionId }, create: { sessionId, ...row }, update: row })
    await world.send({ text: '@reader' })
    await eventually(async () =>
      expect(await db.pushSubscription.findFirst()).toMatchObject({ endpoint: url, failures: 1 }),
    )
    await db.pushSubscription.deleteMany()
  }
  await allSent()
  expect(service.connections()).toBe(0)
})

test('stores one key pair for all processes, encrypted, and stays off without its SECRETS_KEY', async () => {
  const { db, reader, listen, public_key, world } = await start()
  const getPush = async (secretBox = world.secretBox) => {
    const { url } = await listen({ secretBox })
    const answer = await fetch(`${url}/api/v3/users/push`, withToken(reader.token))
    return ((await answer.json()) as { public_key: string }).public_key
  }
  expect(await getPush()).toBe(public_key)
  const [current, previous] = [Buffer.alloc(32, 'new'), Buffer.alloc(32, 'key of the tests')]
  expect(await getPush(openSecretBox(Buffer.alloc(32, 'wrong')))).toBe('')
  expect(await getPush(openSecretBox())).toBe('')
  expect(await getPush(openSecretBox(current, previous))).toBe(public_key)
  expect(await getPush(openSecretBox(current))).toBe(public_key)
  const { secret } = await db.serverKey.findFirstOrThrow()
  expect(openSecretBox(current).open(secret, 'vapid')).toMatch(/^[\w-]{43}$/)
  await db.serverKey.deleteMany({ where: { name: 'vapid' } }) // as after SECRETS_KEY was lost
  expect(await getPush(openSecretBox(Buffer.alloc(32, 'wrong')))).toMatch(/^(?!$)/)
})

test('refuses to subscribe while the server has no key', async () => {
  const { reader, service, public_key, listen } = await start()
  const { url } = await listen({ secretBox: openSecretBox() })
  const answer = await fetch(`${url}/api/v3/users/push/subscribe`, {
    method: 'POST',
    headers: { ...withToken(reader.token).headers, 'content-type': 'application/json' },
    body: JSON.stringify(service.subscribe(public_key)),
  })
  const { id, status_code } = (await answer.json()) as { id: string; status_code: number }
  expect(`${status_code} ${id}`).toBe(noPush)
})
