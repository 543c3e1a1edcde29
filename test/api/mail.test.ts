import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startMailServer } from '../support/mail-server.js'
import { startOwnRedis } from '../support/own-redis.js'
import { openListener, withToken } from './listener.js'
import { startApi } from './start-api.js'

const minuteMs = 60_000
const baseUrl = 'https://chat.example.org'

async function start(redisUrl?: string) {
  const server = await startMailServer()
  let offsetMs = 0
  const mail = { everyMs: 20, nowMs: () => Date.now() + offsetMs }
  const mailServer = { smtpUrl: server.smtpUrl, from: 'posthorn@example.org' }
  const api = await startApi(undefined, {
    workerLater: false,
    mail,
    mailServer,
    baseUrl,
    ...(redisUrl && { redisUrl }),
  })
  const { reader } = await api.callers('reader')
  const turnOn = (every_minutes: 15 | 60 | 1440) => reader.client.setMailDigest({ body: { every_minutes } })
  const pending = () => api.db.dueNotice.count({ where: { kind: 'mail' } })
  const notBefore = async () => Number((await api.db.mailDigest.findFirstOrThrow()).notBefore)
  /** Lets so many minutes pass for the senders. */
  const pass = (minutes: number) => {
    offsetMs += minutes * minuteMs
  }
  const mention = async (text: string) => {
    const before = await pending()
    await api.world.send({ text })
    await eventually(async () => expect(await pending()).toBe(before + 1))
  }
  return { ...api, server, reader, turnOn, pending, notBefore, pass, mention }
}

test('sends one e-mail about the mentions of a user who was away for 15 minutes', async () => {
  const { server, turnOn, mention, pass, pending, db } = await start()
  await turnOn(15)
  await mention('@reader one')
  await mention('@reader **two**')
  pass(14)
  expect(server.received).toEqual([])
  pass(2)
  await eventually(() => expect(server.received).toHaveLength(1))
  const [mail] = server.received
  const { email } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  expect(server.recipients).toEqual([email])
  expect(mail?.subject).toBe('2 mentions while you were away')
  expect(mail?.from?.text).toBe('posthorn@example.org')
  expect(mail?.text).toMatch(
    /@reader one\nhttps:\/\/chat\.example\.org\/first-team\/channels\/town-square\?post=\w{26}/,
  )
  expect(mail?.text).toContain('@reader two')
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(await pending()).toBe(0)
})

test('sends at most one e-mail in the user’s interval', async () => {
  const { server, turnOn, mention, pass } = await start()
  await turnOn(1440)
  await mention('@reader today')
  pass(16)
  await eventually(() => expect(server.received).toHaveLength(1))
  await mention('@reader later')
  pass(1000)
  await mention('@reader again')
  expect(server.received).toHaveLength(1)
  pass(445)
  await eventually(() => expect(server.received).toHaveLength(2))
  expect(server.received[1]?.subject).toBe('2 mentions while you were away')
})

test('waits while the user has a live socket, and says nothing of what was read', async () => {
  const { db, world, server, reader, turnOn, mention, pass, pending, notBefore, listen } = await start()
  await turnOn(15)
  const { url } = await listen()
  const listener = await openListener(url, withToken(reader.token))
  await eventually(() => expect(listener.received).not.toHaveLength(0))
  await mention('@reader present')
  pass(20)
  const laterMs = Date.now() + 20 * minuteMs // earlier ticks postponed it, too
  await eventually(async () => expect(await notBefore()).toBeGreaterThanOrEqual(laterMs))
  listener.socket.close()
  await eventually(async () => expect(await reader.getJson('/users/status')).toEqual({}))
  expect(await pending()).toBe(1)
  await db.channelMember.updateMany({ data: { mentionCount: 0 } })
  pass(20)
  await eventually(async () => expect(await pending()).toBe(0))
  await world.send({ text: '@reader away' }) // due at once, 40 minutes ahead
  await eventually(() => expect(server.received).toHaveLength(1))
  expect(server.received[0]?.subject).toBe('1 mention while you were away')
})

test('waits while a silent Redis hides who is present', async () => {
  const { redis } = await startOwnRedis()
  const { server, reader, turnOn, mention, pass, listen } = await start(redis.url)
  await turnOn(15)
  const { url } = await listen()
  const listener = await openListener(url, withToken(reader.token))
  await eventually(() => expect(listener.received).not.toHaveLength(0))
  await mention('@reader present')
  process.kill(redis.pid, 'SIGSTOP')
  pass(20)
  for (const _ of ['by a tick that began before', 'by a later one'])
    expect(await reader.getJson('/users/status')).toEqual({}) // waits as long for Redis as a tick does
  expect(server.received).toEqual([])
  process.kill(redis.pid, 'SIGCONT')
  await eventually(async () => expect(await reader.getJson('/users/status')).not.toEqual({}))
  listener.socket.close()
  await eventually(async () => expect(await reader.getJson('/users/status')).toEqual({}))
  pass(20)
  await eventually(() => expect(server.received).toHaveLength(1))
})

test.each(['refused sender', 'refused login'] as const)(
  'repeats an e-mail that the server did not take: %s',
  async failure => {
    const { server, turnOn, mention, pass, pending } = await start()
    await turnOn(15)
    server.failNext(failure)
    await mention('@reader')
    pass(16)
    await eventually(async () => expect(await pending()).toBe(0))
    await eventually(async () => expect(await pending()).toBe(1))
    pass(16)
    await eventually(() => expect(server.received).toHaveLength(1))
  },
)

test('does not repeat an e-mail that the server may have taken', async () => {
  const { server, turnOn, mention, pass } = await start()
  await turnOn(15)
  server.failNext('lost connection')
  await mention('@reader lost')
  pass(16)
  await eventually(() => expect(server.losses()).toBe(1))
  await mention('@reader later')
  pass(31)
  await eventually(() => expect(server.received).toHaveLength(1))
  expect(server.received[0]?.subject).toBe('1 mention while you were away')
})

test('takes one user’s mentions at a time, so that an ending process loses no others', async () => {
  const { api, db, world, server, turnOn, callers, channelNamed, pass, pending } = await start()
  const { other } = await callers('other')
  await db.channelMember.create({
    data: { channelId: (await channelNamed('town-square')).id, userId: other.id },
  })
  await turnOn(15)
  await other.client.setMailDigest({ body: { every_minutes: 15 } })
  await world.send({ text: '@reader @other' })
  await eventually(async () => expect(await pending()).toBe(2))
  const release = server.hold()
  pass(16)
  await eventually(async () => expect(await pending()).toBe(1))
  const closed = api.close()
  release()
  await closed
  expect(server.received).toHaveLength(1)
  expect(await pending()).toBe(1)
})

test('sends nothing to an address that the user chose', async () => {
  const { db, world, server, reader, turnOn, mention, pass, pending } = await start()
  await turnOn(15)
  await mention('@reader')
  await reader.client.updateUser({ body: { id: reader.id, email: 'victim@example.org' } })
  pass(16)
  await eventually(async () => expect(await pending()).toBe(0))
  const own = { is_available: false, reason: 'own_address', every_minutes: 15 }
  expect(await reader.client.getMailDigest({})).toEqual(own)
  const refusal = '403 api.user.mail.own_address.app_error'
  expect(await reader.statusAndId('/users/mail', { every_minutes: 60 })).toBe(refusal)
  expect(await reader.statusAndId('/users/mail', { every_minutes: 0 })).toBe('200')
  await db.user.update({ where: { id: reader.id }, data: { requestedEmail: '' } }) // as when an administrator sets it
  await turnOn(15)
  await world.send({ text: '@reader again' })
  await eventually(() => expect(server.recipients).toEqual(['victim@example.org']))
})

test('escapes posts in HTML, and lets no name add a header', async () => {
  const { db, server, reader, turnOn, mention, pass } = await start()
  await turnOn(15)
  const username = 'a\r\nBcc: other@example.org'
  await db.channel.updateMany({ data: { displayName: '<b>\r\nSubject: changed' } })
  await mention('@reader `<script>alert(1)</script>` & more')
  await db.user.update({ where: { id: reader.id }, data: { username } })
  pass(16)
  await eventually(() => expect(server.received).toHaveLength(1))
  const [mail] = server.received
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.subject).toBe('1 mention while you were away')
  expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(mail?.html).not.toMatch(/<script|<b>/)
})

test('unsubscribes without a login, only by a POST with its own token', async () => {
  const { db, app, server, reader, turnOn, mention, pass } = await start()
  await turnOn(15)
  await mention('@reader')
  pass(16)
  await eventually(() => expect(server.received).toHaveLength(1))
  const list = server.received[0]?.headers.get('list') as unknown as { unsubscribe: { url: string } }
  const { pathname, search, origin } = new URL(list.unsubscribe.url)
  expect(origin).toBe(baseUrl)
  const ask = (method: 'GET' | 'POST', query = search) =>
    app.inject({
      method,
      url: pathname + query,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      }),
    })
  expect((await ask('GET')).body).toContain('<form method="post">')
  expect((await ask('POST', `${search.slice(0, -2)}AA`)).statusCode).toBe(404)
  expect((await ask('POST', '')).statusCode).toBe(404)
  expect(await db.mailDigest.count()).toBe(1)
  expect((await ask('POST')).statusCode).toBe(200)
  expect(await reader.client.getMailDigest({})).toEqual({ is_available: true, reason: '', every_minutes: 0 })
})

test('is not available without an SMTP server', async () => {
  const { callers } = await startApi()
  const { reader } = await callers('reader')
  expect(await reader.client.getMailDigest({})).toEqual({
    is_available: false,
    reason: 'no_server',
    every_minutes: 0,
  })
  expect(await reader.statusAndId('/users/mail', { every_minutes: 15 })).toBe(
    '501 api.user.mail.disabled.app_error',
  )
  const invalid = '400 api.context.invalid_param.app_error'
  expect(await reader.statusAndId('/users/mail', { every_minutes: 16 })).toBe(invalid)
})
