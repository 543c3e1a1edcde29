import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { openListener, withToken } from './listener.js'
import { addUser, startApi } from './start-api.js'

test('a member receives hello and then each hook post, numbered, with channel and sender', async () => {
  const { listen, tokenOf, send, work, channelNamed } = await startApi()
  const reader = await openListener((await listen()).url, withToken(await tokenOf('reader')))
  await eventually(() => expect(reader.received[0]).toMatchObject({ event: 'hello', seq: 0 }))
  await work()
  await send({ text: 'for @reader' })
  await eventually(() => expect(reader.messages()).toEqual(['for @reader']))
  const { id, teamId } = await channelNamed('town-square')
  const [, posted] = reader.received
  expect(posted).toMatchObject({
    event: 'posted',
    seq: 1,
    data: { channel_name: 'town-square', channel_type: 'O', sender_name: 'webhook', team_id: teamId },
    broadcast: { channel_id: id, omit_users: null },
  })
  expect(JSON.parse(posted?.data.mentions ?? '')).toHaveLength(1)
})

test('the creator of a failing hook receives the system’s direct message', async () => {
  const { listen, tokenOf, send, work, db } = await startApi()
  const owner = await openListener((await listen()).url, withToken(await tokenOf('admin')))
  await eventually(() => expect(owner.received).toHaveLength(1))
  await work()
  await send({ text: 'x', channel: 'nowhere' })
  await eventually(() => expect(owner.received).toHaveLength(2))
  const direct = await db.channel.findFirstOrThrow({ where: { type: 'D' } })
  expect(owner.received[1]).toMatchObject({
    event: 'posted',
    data: { channel_name: direct.name, channel_type: 'D', sender_name: 'posthorn', team_id: '' },
    broadcast: { channel_id: direct.id },
  })
})

test('users outside a channel receive nothing from it', async () => {
  const { db, listen, tokenOf, send, work, teamId } = await startApi()
  const { id: userId } = await addUser(db, 'outsider')
  await db.teamMember.create({ data: { teamId, userId } })
  const { url } = await listen()
  const [inside, outside] = await Promise.all([
    openListener(url, withToken(await tokenOf('reader'))),
    openListener(url, withToken(await tokenOf('outsider'))),
  ])
  await eventually(() => expect(outside.received).toHaveLength(1))
  await work()
  await send({ text: 'inside' })
  await eventually(() => expect(inside.messages()).toEqual(['inside']))
  expect(outside.messages()).toEqual([])
})

test('a client that connects without a token can authenticate by its challenge', async () => {
  const { listen, tokenOf } = await startApi()
  const client = await openListener((await listen()).url)
  client.send({ seq: 1, action: 'ping' })
  client.send({ seq: 3, action: 'authentication_challenge', data: { token: await tokenOf('reader') } })
  client.send({ seq: 4, action: 'ping' })
  client.send({ seq: 5, action: 'make_coffee' })
  for (const odd of [{ action: 'ping' }, 'nonsense']) client.send(odd)
  await eventually(() => expect(client.received).toHaveLength(7))
  const received = client.received.map(
    message => message.event ?? [message.status, message.seq_reply, message.error?.id],
  )
  expect(received).toEqual([
    ['FAIL', 1, 'api.web_socket_router.not_authenticated.app_error'],
    'hello',
    ['OK', 3, undefined],
    ['OK', 4, undefined],
    ['FAIL', 5, 'api.web_socket_router.bad_action.app_error'],
    ['FAIL', 0, 'api.web_socket_router.bad_seq.app_error'],
    ['FAIL', 0, 'api.web_socket_router.no_action.app_error'],
  ])
})

test('a cookie opens a connection only for pages of this site', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen()
  const cookie = `MMAUTHTOKEN=${await tokenOf('reader')}`
  const own = await openListener(url, { headers: { cookie }, origin: url })
  await eventually(() => expect(own.received[0]?.event).toBe('hello'))
  const foreign = openListener(url, { headers: { cookie }, origin: 'http://evil.example' })
  await expect(foreign).rejects.toThrow(/403/)
})

test('a cookie opens a connection for pages of BASE_URL, whatever host a proxy names', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen({ baseUrl: 'https://chat.example.org' })
  const headers = { cookie: `MMAUTHTOKEN=${await tokenOf('reader')}`, host: 'posthorn_api' }
  const own = await openListener(url, { headers, origin: 'https://chat.example.org' })
  await eventually(() => expect(own.received[0]?.event).toBe('hello'))
  for (const origin of ['http://chat.example.org', 'https://chat.example.org.evil.example', 'null'])
    await expect(openListener(url, { headers, origin })).rejects.toThrow(/403/)
})

test('closes a socket that does not respond, and one that sends too much at once', async () => {
  const { listen, tokenOf } = await startApi()
  const { url } = await listen()
  const silent = await openListener(url)
  const loud = await openListener(url, withToken(await tokenOf('reader')))
  loud.send('x'.repeat(9000))
  expect(await loud.closed).toBe(1009)
  expect(await silent.closed).toBe(1008)
})

test('two api processes send the same events, and close their sockets if the bus connection breaks', async () => {
  const { redis: own } = await startOwnRedis()
  const { listen, tokenOf, send, work, redis } = await startApi(undefined, { redisUrl: own.url })
  const token = await tokenOf('reader')
  const [one, two] = await Promise.all([listen(), listen()])
  const readers = await Promise.all([one, two].map(({ url }) => openListener(url, withToken(token))))
  await work()
  await send({ text: 'to both' })
  for (const reader of readers) await eventually(() => expect(reader.messages()).toEqual(['to both']))
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  for (const reader of readers) expect(await reader.closed).toBe(1012)
  const again = await openListener(one.url, withToken(token))
  await eventually(() => expect(again.received).toHaveLength(1))
})
