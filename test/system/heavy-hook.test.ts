import { setTimeout as delay } from 'node:timers/promises'
import { digest } from '@posthorn/db'
import {
  connectFailingFast,
  connectWaiting,
  consume,
  type Delivery,
  floodName,
  type Lane,
  openProducer,
  queueName,
  redisReady,
} from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { inTurn, loneDeliveryMs } from '../support/lone-delivery.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld, type World } from '../support/world.js'

/** Opens a queue of the test's own, and a consumer that runs the test's function for each batch. */
async function queue() {
  const prefix = `test-${newId()}`
  const [redis, waiting] = [connectFailingFast(inject('redis')), connectWaiting(inject('redis'))]
  await redisReady(redis, 60_000)
  const producer = await openProducer(redis, { prefix })
  const nextId = makeIds()
  const keep = (hookId: string, posts: number, text = 'more') =>
    producer.enqueue({ id: nextId(), hookId, requestId: '', payload: JSON.stringify({ text }), posts })
  const work = async (post: (deliveries: Delivery[], lane: Lane) => Promise<void>) => {
    const recorded = async (deliveries: Delivery[], _tries: number, lane: Lane) => {
      await post(deliveries, lane)
      return 'recorded' as const
    }
    const all = { post: recorded, giveUp: async () => 'recorded' as const, threw: () => {} }
    const consumer = await consume(waiting, all, { prefix })
    onTestFinished(async () => {
      await consumer.close()
      await producer.close()
      for (const connection of [redis, waiting]) connection.disconnect()
    })
  }
  return {
    keep,
    work,
    held: (lane = floodName) => redis.llen(`${prefix}:${lane}:active`),
  }
}

test('serves a hook with little in the flood lane before all that others have there', async () => {
  const { keep, work } = await queue()
  for (let sent = 0; sent < 200; sent++) await keep('heavy', 100)
  await keep('light', 11)
  const order: string[] = []
  await work(async ([delivery]) => void order.push(delivery?.hookId ?? ''))
  await eventually(() => expect(order).toHaveLength(201))
  expect(order.indexOf('light')).toBeLessThan(3)
})

test('processes two flood batches at a time, and shared batches meanwhile', async () => {
  const { keep, work } = await queue()
  for (let sent = 0; sent < 10; sent++) await keep(`heavy ${sent}`, 300)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let floods = 0
  let most = 0
  let shared = 0
  await work(async (deliveries, lane) => {
    if (lane === 'shared') {
      shared += deliveries.length
      return
    }
    most = Math.max(most, ++floods)
    await released
    floods--
  })
  await eventually(() => expect(floods).toBe(2))
  for (let sent = 0; sent < 50; sent++) await keep('light', 1)
  await eventually(() => expect(shared).toBe(50))
  expect(most).toBe(2)
  release()
  await eventually(() => expect(floods).toBe(0))
})

test('holds only the flood batches that it processes, and leaves the rest to other workers', async () => {
  const { keep, work, held } = await queue()
  const heldAtOnce: number[] = []
  await work(async () => void heldAtOnce.push(await held()))
  await keep('heavy', 300)
  await eventually(async () => expect([heldAtOnce.length, await held()]).toEqual([1, 0]))
  await Promise.all(Array.from({ length: 20 }, () => keep('heavy', 300)))
  await eventually(() => expect(heldAtOnce).toHaveLength(21))
  expect(Math.max(...heldAtOnce)).toBe(2)
})

test('fetches many small batches at once, and leaves large ones to other workers', async () => {
  const { keep, work, held } = await queue()
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let posted = 0
  await work(async deliveries => {
    await released
    posted += deliveries.length
  })
  onTestFinished(release)
  await keep('first', 1)
  await eventually(async () => expect(await held(queueName)).toBe(1))
  for (let hook = 0; hook < 60; hook++) await keep(`hook ${hook}`, 1, 'x'.repeat(36 * 1024))
  await eventually(async () => expect(await held(queueName)).toBeGreaterThan(20))
  await delay(500) // a process that fetches too many would fetch the others in this time
  expect(await held(queueName)).toBeLessThan(40)
  release()
  await eventually(() => expect(posted).toBe(61))
})

test('pauses longer than it worked on the flood lane while others send', async () => {
  const { keep, work } = await queue()
  let light = 0
  let endedAt: number | undefined
  const pauses: number[] = []
  await work(async (_deliveries, lane) => {
    if (lane === 'shared') return void light++
    if (endedAt !== undefined && pauses.push(light - endedAt) === 3) return
    const begun = light
    await eventually(() => expect(light).toBeGreaterThan(begun + 10))
    endedAt = light
  })
  await keep('light', 1)
  await eventually(() => expect(light).toBe(1))
  for (let sent = 0; sent < 4; sent++) await keep('heavy', 300)
  while (pauses.length < 3) {
    await keep('light', 1)
    await delay(2) // less than one hook's limit per second
  }
  expect(Math.min(...pauses)).toBeGreaterThan(5) // 30 without the limit on pauses
})

test("posts another team's deliveries about as fast as usual while a hook uses up its rate limit", async () => {
  const { redis } = await startOwnRedis()
  const hookRate = { points: 6000, seconds: 60 }
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn', hookRate })
  await startWorkerProcess({ DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url })
  const heavyUrl = await anotherHook(world)
  await loneDeliveryMs(world) // the first one prepares queries and connects
  const quietMs = await inTurn(15, () => loneDeliveryMs(world))

  const heavy = [
    { text: 'The build **failed** after 3 minutes. '.repeat(27_000) },
    { text: '<www.a>'.repeat(50_000) },
  ]
  const waiting = async () => world.redis.zcard(`posthorn:${floodName}:prioritized`)
  for (let sent = 0; ; sent++) if ((await sendTo(heavyUrl, heavy[sent % 2])).status === 429) break
  expect(await waiting()).toBeGreaterThan(5)
  const loadedMs = await inTurn(15, () => loneDeliveryMs(world))
  expect(await waiting()).toBeGreaterThan(0) // there was something to wait behind
  expect(Math.max(...loadedMs)).toBeLessThan(Math.max(500, 3 * Math.max(...quietMs)))
})

/** Uses its own channel, because posts to one channel wait for its counters. */
async function anotherHook({ db, url }: World): Promise<string> {
  const first = await db.hook.findFirstOrThrow()
  const [key, hookId, channelId] = ['heavyhookheavyhookheavyhoo', newId(), newId()]
  const { teamId } = first
  const stamps = { createAt: 1, updateAt: 1 }
  await db.channel.create({
    data: { id: channelId, teamId, type: 'O', name: 'heavy', displayName: 'heavy', ...stamps },
  })
  await db.hook.create({ data: { ...first, id: hookId, channelId } })
  await db.hookKey.create({ data: { digest: digest(key), hookId, createAt: 1 } })
  return `${url}/hooks/${key}`
}
