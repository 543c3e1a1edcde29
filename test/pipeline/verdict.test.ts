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

/** How many of these have been answered by now. */
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

test('a hook that confirms answers what became of the payload: the refusals of the worker, or ok', async () => {
  const world = await startWorld({ confirm: true })
  await makeSecretChannel(world)
  const told = async (channel: string) => {
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
  expect(await told('build')).toMatchObject({
    ...refused(404, 'channel'),
    detail: expect.stringContaining('Did you mean builds?'),
  })
  expect(await told('@nobody')).toMatchObject(refused(400, 'user'))
  expect(await told('@admin')).toMatchObject(refused(400, 'channel'))
  expect(await told('secret')).toMatchObject(refused(403, 'permissions'))
  expect(await (await world.send({ text: 'posted' })).text()).toBe('ok')
  expect(await world.messages()).toEqual(['posted']) // readable at once
})

test('the answer comes with the outcome, not before it', async () => {
  const { send, work, waiting } = await startWorld({ confirm: true, workerLater: true })
  const calls = [send({ text: 'x' }), send({ text: 'x', channel: 'nowhere' })]
  const count = answered(calls)
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
  expect(count()).toBe(0)
  await work()
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 404])
})

test('without a worker ok is said after the wait, and those who asked for longer hear that it is queued', async () => {
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

test('while something has waited for over a second nothing is confirmed: ok at once', async () => {
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

test('at most a thousand calls wait at a time: one more is answered at once, and kept like them', async () => {
  const { hookUrl, work, allWorked, messages } = await startWorld({ workerLater: true })
  const calls = Array.from({ length: 1010 }, () => sendTo(`${hookUrl}?wait=true`, { text: 'x' }))
  const count = answered(calls)
  await eventually(() => expect(count()).toBe(10))
  await work()
  for (const { status } of await Promise.all(calls)) expect([200, 202]).toContain(status)
  await allWorked()
  expect(await messages()).toHaveLength(1010)
})

test('?wait=true tells which posts were made, or why none, at any hook', async () => {
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

test('an outcome that is lost between the processes is found in the database', async () => {
  const { redis } = await startOwnRedis()
  const { redis: asRedis, send, hookUrl } = await startWorld({ redisUrl: redis.url, confirm: true })
  await asRedis.call('ACL', 'SETUSER', 'default', '-publish') // what the worker says is refused
  const [refused, posted] = await Promise.all([
    send({ text: 'x', channel: 'nowhere' }),
    sendTo(`${hookUrl}?wait=true`, { text: 'x' }),
  ])
  expect([refused.status, posted.status]).toEqual([404, 200])
  expect((await posted.json()).posts).toHaveLength(1)
})

test('an ingress whose line to the bus breaks hears again by itself', async () => {
  const { redis } = await startOwnRedis()
  const { redis: asRedis, send } = await startWorld({ redisUrl: redis.url, confirm: true })
  const tookMs = async () => {
    const began = performance.now()
    expect((await send({ text: 'x', channel: 'nowhere' })).status).toBe(404)
    return performance.now() - began
  }
  expect(await asRedis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')).toBe(1)
  await eventually(async () => expect(await asRedis.call('PUBSUB', 'CHANNELS')).toHaveLength(1))
  const heardMs = Math.min(await tookMs(), await tookMs(), await tookMs())
  await asRedis.call('ACL', 'SETUSER', 'default', '-publish')
  expect(await tookMs()).toBeGreaterThan(2 * heardMs) // lost, and looked up
})

test('Postgres away: a hook that confirms says ok after its wait, and it is posted afterwards', async () => {
  const world = await startWorld({ confirm: true, workerLater: true })
  const proxy = await startProxy(world.databaseUrl)
  const db = openDb(proxy.url)
  const cutOff = await world.anotherIngress({ db })
  expect((await sendTo(cutOff.hookUrl, {})).status).toBe(400) // it knows the hook from now on
  await proxy.cut()
  expect(await (await sendTo(cutOff.hookUrl, { text: 'kept' })).text()).toBe('ok')
  await world.work()
  await world.allWorked()
  expect(await world.messages()).toEqual(['kept'])
  await cutOff.close()
  await db.$disconnect()
})

test('an ingress that is stopped answers those who wait at once: what it took is kept', async () => {
  const world = await startWorld({ workerLater: true })
  const elsewhere = answered([sendTo(`${world.hookUrl}?wait=true`, { text: 'x' })])
  const stopping = await world.anotherIngress()
  const here = Array.from({ length: 50 }, () => sendTo(`${stopping.hookUrl}?wait=true`, { text: 'x' }))
  await eventually(async () => expect(await world.stored()).toBe(51))
  await stopping.close()
  expect((await Promise.all(here)).map(({ status }) => status)).toEqual(Array(50).fill(202))
  expect(elsewhere()).toBe(0)
})

test('an ingress that is stopped in mid-traffic ends though senders hold their connections, and kept what it said', async () => {
  const world = await startWorld({ workerLater: true })
  const { hookUrl, close } = await world.anotherIngress()
  const calls = Array.from({ length: 200 }, () => sendTo(`${hookUrl}?wait=true`, { text: 'x' }))
  const answers = Promise.allSettled(calls)
  await eventually(async () => expect(await world.waiting()).toBeGreaterThan(0)) // others are on their way
  await close()
  const taken = (await answers).filter(call => call.status === 'fulfilled' && call.value.status === 202)
  expect(await world.stored()).toBe(taken.length)
})

test('what one connection sends to a hook that confirms is read in the order it was sent', async () => {
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
