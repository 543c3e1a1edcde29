import { Agent } from 'node:http'
import { openDb } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startOwnRedis } from '../support/own-redis.js'
import { sendOver } from '../support/send-over.js'
import { startProxy } from '../support/start-proxy.js'
import { userRow } from '../support/user-row.js'
import { startWorld, type World } from '../support/world.js'

/** Returns how many of these calls have a response by now. */
function answered(calls: Promise<Response>[]): () => number {
  let count = 0
  for (const call of calls) void call.then(() => count++)
  return () => count
}

async function makeSecretChannel({ db }: World): Promise<void> {
  const team = await db.team.findFirstOrThrow()
  const stranger = userRow('stranger')
  await db.user.create({ data: stranger })
  await db.user.updateMany({ where: { username: 'admin' }, data: { roles: 'system_user' } })
  const stamps = { createAt: 1, updateAt: 1 }
  const secret = { name: 'secret', displayName: 'secret', type: 'P', teamId: team.id, creatorId: stranger.id }
  await db.channel.create({ data: { id: newId(), ...stamps, ...secret } })
}

test('responds with the worker’s outcome for a hook that confirms', async () => {
  const world = await startWorld({ confirm: true })
  await makeSecretChannel(world)
  const responseTo = async (channel: string) => {
    const answer = await world.send({ text: 'x', channel })
    const { id, detailed_error, status_code } = await answer.json()
    const { outcome } = await world.db.delivery.findFirstOrThrow({
      where: { id: answer.headers.get('x-delivery-id') ?? '' },
    })
    return { status: answer.status, status_code, id, detail: detailed_error, outcome }
  }
  const refused = (status: number, id: string) => ({
    status,
    status_code: status,
    id: `web.incoming_webhook.${id}.app_error`,
    outcome: 'rejected',
  })
  expect(await responseTo('build')).toMatchObject({
    ...refused(404, 'channel'),
    detail: expect.stringContaining('Did you mean builds?'),
  })
  expect(await responseTo('@nobody')).toMatchObject(refused(400, 'user'))
  expect(await responseTo('@admin')).toMatchObject(refused(400, 'channel'))
  expect(await responseTo('secret')).toMatchObject(refused(403, 'permissions'))
  expect(await (await world.send({ text: 'posted' })).text()).toBe('ok')
  expect(await world.messages()).toEqual(['posted']) // readable immediately
})

test('responds with the outcome, and not before it', async () => {
  const { send, work, waiting } = await startWorld({ confirm: true, workerLater: true })
  const calls = [send({ text: 'x' }), send({ text: 'x', channel: 'nowhere' })]
  const count = answered(calls)
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
  expect(count()).toBe(0)
  await work()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 404])
})

test('responds ok after the wait without a worker, and queued to ?wait=true', async () => {
  const world = await startWorld({ confirm: true, workerLater: true })
  const began = performance.now()
  const tookMs = async (answer: Promise<Response>) => {
    await answer
    return performance.now() - began
  }
  const confirming = world.send({ text: 'x' })
  const waiting = sendTo(`${world.hookUrl}?wait=true`, { text: 'x' })
  const [confirmMs, waitMs] = await Promise.all([tookMs(confirming), tookMs(waiting)])
  expect(waitMs / confirmMs).toBeGreaterThan(2)
  expect([(await confirming).status, await (await confirming).text()]).toEqual([200, 'ok'])
  const delivery = (await waiting).headers.get('x-delivery-id')
  expect((await waiting).status).toBe(202)
  expect(await (await waiting).json()).toEqual({ ok: true, status: 'queued', delivery, posts: [] })
  await world.work()
  await world.allWorked()
  expect(await world.messages()).toEqual(['x', 'x'])
})

test('responds ok immediately without confirming while a delivery has waited for over a second', async () => {
  const { send } = await startWorld({ confirm: true, workerLater: true })
  const first = answered([send({ text: 'first' })])
  let later = 0
  await eventually(() => {
    send({ text: 'later' }).then(
      () => later++,
      () => {},
    )
    expect(later).toBeGreaterThan(0)
  })
  expect(first()).toBe(0)
})

test('lets at most a thousand calls wait, and responds immediately to one more, which is stored too', async () => {
  const { hookUrl, work, allWorked, messages } = await startWorld({ workerLater: true })
  const calls = Array.from({ length: 1010 }, () => sendTo(`${hookUrl}?wait=true`, { text: 'x' }))
  const count = answered(calls)
  await eventually(() => expect(count()).toBe(10))
  await work()
  for (const { status } of await Promise.all(calls)) expect([200, 202]).toContain(status)
  await allWorked()
  expect(await messages()).toHaveLength(1010)
})

test('returns the posts or the reason for ?wait=true at any hook', async () => {
  const { hookUrl, posts } = await startWorld()
  const answer = await sendTo(`${hookUrl}?wait=true`, { text: 'word '.repeat(1500) })
  const made = (await posts()).map(({ id, channelId, createAt }) => ({
    id,
    channel_id: channelId,
    create_at: createAt,
  }))
  expect(made).toHaveLength(2)
  const delivery = answer.headers.get('x-delivery-id')
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true, delivery, posts: made }])

  const refused = await sendTo(`${hookUrl}?wait=true`, { text: 'x', channel: 'nowhere' })
  expect(refused.status).toBe(404)
  expect(await refused.json()).toMatchObject({ id: 'web.incoming_webhook.channel.app_error' })
})

test('looks up an outcome in the database if it is lost between processes', async () => {
  const { redis } = await startOwnRedis()
  const options = { redisUrl: redis.url, confirm: true }
  const { redis: asRedis, send, hookUrl } = await startWorld(options)
  await asRedis.call('ACL', 'SETUSER', 'default', '-publish') // the worker's messages are refused
  const [refused, posted] = await Promise.all([
    send({ text: 'x', channel: 'nowhere' }),
    sendTo(`${hookUrl}?wait=true`, { text: 'x' }),
  ])
  expect([refused.status, posted.status]).toEqual([404, 200])
  expect((await posted.json()).posts).toHaveLength(1)
})

test('reconnects an ingress whose connection to the bus breaks', async () => {
  const { redis } = await startOwnRedis()
  const options = { redisUrl: redis.url, confirm: true }
  const { redis: asRedis, send } = await startWorld(options)
  const tookMs = async () => {
    const began = performance.now()
    expect((await send({ text: 'x', channel: 'nowhere' })).status).toBe(404)
    return performance.now() - began
  }
  const channels = 2 // outcomes, and changes of hooks
  expect(await asRedis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')).toBe(channels)
  await eventually(async () => expect(await asRedis.call('PUBSUB', 'CHANNELS')).toHaveLength(channels))
  const notifiedMs = Math.min(await tookMs(), await tookMs(), await tookMs())
  await asRedis.call('ACL', 'SETUSER', 'default', '-publish')
  expect(await tookMs()).toBeGreaterThan(2 * notifiedMs) // it was lost and looked up
})

test('responds ok after the wait while Postgres is away, and posts afterwards', async () => {
  const world = await startWorld({ confirm: true, workerLater: true })
  const proxy = await startProxy(world.databaseUrl)
  const db = openDb(proxy.url)
  const cutOff = await world.anotherIngress({ db })
  expect((await sendTo(cutOff.hookUrl, {})).status).toBe(400) // caches the hook
  await proxy.cut()
  expect(await (await sendTo(cutOff.hookUrl, { text: 'kept' })).text()).toBe('ok')
  await world.work()
  await world.allWorked()
  expect(await world.messages()).toEqual(['kept'])
  await cutOff.close()
  await db.$disconnect()
})

test('answers waiting calls immediately when an ingress stops, and keeps their deliveries', async () => {
  const world = await startWorld({ workerLater: true })
  const elsewhere = answered([sendTo(`${world.hookUrl}?wait=true`, { text: 'x' })])
  const stopping = await world.anotherIngress()
  const here = Array.from({ length: 50 }, () => sendTo(`${stopping.hookUrl}?wait=true`, { text: 'x' }))
  await eventually(async () => expect(await world.stored()).toBe(51))
  await stopping.close()
  expect((await Promise.all(here)).map(({ status }) => status)).toEqual(Array(50).fill(202))
  expect(elsewhere()).toBe(0)
})

test('stops an ingress under traffic although senders hold their connections, and keeps every ok', async () => {
  const world = await startWorld({ workerLater: true })
  const { hookUrl, close } = await world.anotherIngress()
  const calls = Array.from({ length: 200 }, () => sendTo(`${hookUrl}?wait=true`, { text: 'x' }))
  const answers = Promise.allSettled(calls)
  await eventually(async () => expect(await world.waiting()).toBeGreaterThan(0)) // further calls are pending
  await close()
  const taken = (await answers).filter(call => call.status === 'fulfilled' && call.value.status === 202)
  expect(await world.stored()).toBe(taken.length)
})

test('keeps the order of one connection at a hook that confirms', async () => {
  const { hookUrl, send, work, messages } = await startWorld({ confirm: true })
  await work() // two workers race for the batches
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const others = Array.from({ length: 100 }, (_, index) => send({ text: `other ${index}` }))
  const mine = Array.from({ length: 30 }, (_, index) => `mine ${index}`)
  for (const message of mine) expect(await sendOver(agent, hookUrl, message)).toBe('ok')
  await Promise.all(others)
  agent.destroy()
  await eventually(async () => expect(await messages()).toHaveLength(130))
  expect((await messages()).filter(message => message.startsWith('mine'))).toEqual(mine)
})
