import { connectFailingFast, connectWaiting, consume, openProducer, redisReady } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { inTurn, loneDeliveryMs } from '../support/lone-delivery.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld, type World } from '../support/world.js'

const flood = 20_000

test('posts a lone delivery behind a flood of 20,000 almost as fast as usual, and the whole flood', () =>
  postsBehindFlood(1))

test('posts a lone delivery behind thirty hooks of one owner as fast as behind one, and all of their flood', () =>
  postsBehindFlood(30))

/** Each of several hooks stays below the share of one. */
async function postsBehindFlood(hooks: number) {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  await startWorkerProcess({ DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url })
  const sendFlood = await flooder(redis.url, await floodingHooks(world, hooks))
  await loneDeliveryMs(world) // the first one prepares queries and connects
  const idleMs = median(await inTurn(9, () => loneDeliveryMs(world)))
  const began = performance.now()
  await sendFlood(flood)
  const behindMs = median(await inTurn(5, () => loneDeliveryMs(world)))
  expect(await world.db.delivery.count()).toBeLessThan(flood) // part of the flood was still waiting
  const all = flood + 1 + 9 + 5
  await eventually(async () => expect(await world.db.delivery.count()).toBe(all))
  const drainedMs = performance.now() - began
  // a tenth of the flood's time is allowed on a busy machine, where the open batch takes longer
  expect(behindMs).toBeLessThan(Math.max(250, 3 * idleMs, drainedMs / 10))
  expect(await world.db.post.count()).toBe(all)
  expect(await world.db.delivery.count({ where: { outcome: 'posted', tries: 1 } })).toBe(all)
}

test('retries a delivery that failed within a flood alone, behind all others', async () => {
  const prefix = `test-${newId()}`
  const [redis, waiting] = [connectFailingFast(inject('redis')), connectWaiting(inject('redis'))]
  await redisReady(redis, 60_000)
  const producer = await openProducer(redis, { prefix })
  const ids = makeIds()
  const deliveries = Array.from({ length: 1002 }, () => ({
    id: ids(),
    hookId: 'flooding',
    requestId: '',
    payload: '{"text":"more"}',
  }))
  await Promise.all(deliveries.map(producer.enqueue))

  const standing: { shared: number; flood: number }[] = []
  const post = async ({ length }: unknown[]) => {
    if (length === 2) throw new Error('not together')
    if (length === 1) {
      const [shared, flood] = await Promise.all([
        redis.llen(`${prefix}:deliveries:wait`),
        redis.zcard(`${prefix}:flood:prioritized`),
      ])
      standing.push({ shared, flood })
    }
    return 'recorded' as const
  }
  const work = { post, giveUp: async () => 'recorded' as const, threw: () => {} }
  const consumer = await consume(waiting, work, { prefix, concurrency: 1 })
  onTestFinished(async () => {
    await consumer.close()
    await producer.close()
    for (const connection of [redis, waiting]) connection.disconnect()
  })
  await eventually(() => expect(standing).toHaveLength(2))
  expect(standing.map(({ shared }) => shared)).toEqual([0, 0])
  expect(standing.at(-1)?.flood).toBe(0)
})

/** Creates hooks of one owner. */
async function floodingHooks({ db }: World, number: number) {
  const first = await db.hook.findFirstOrThrow()
  const hooks = Array.from({ length: number }, () => ({ ...first, id: newId() }))
  await db.hook.createMany({ data: hooks })
  return hooks.map(({ id }) => ({ hookId: id, ownerId: 'flooding' }))
}

/** Stores deliveries like another ingress process, all at once, faster than any worker. */
async function flooder(redisUrl: string, hooks: { hookId: string; ownerId: string }[]) {
  const redis = connectFailingFast(redisUrl)
  onTestFinished(() => redis.disconnect())
  await redisReady(redis, 60_000)
  const producer = await openProducer(redis)
  const newDeliveryId = makeIds()
  const payload = JSON.stringify({ text: 'more of the same '.repeat(12) })
  return async (number: number) => {
    const kept = Array.from({ length: number }, (_, at) => {
      const { hookId, ownerId } = hooks[at % hooks.length] as (typeof hooks)[number]
      return producer.enqueue({ id: newDeliveryId(), hookId, ownerId, requestId: newId(), payload })
    })
    expect(new Set(await Promise.all(kept))).toEqual(new Set(['kept']))
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
