import { setTimeout as delay } from 'node:timers/promises'
import {
  connectFailingFast,
  connectWaiting,
  consume,
  type Delivery,
  openProducer,
  redisReady,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'

const newDelivery = (text = 'x', answerTo?: string) => ({
  id: newId(),
  hookId: newId(),
  requestId: newId(),
  payload: JSON.stringify({ text }),
  posts: 1,
  ...(answerTo !== undefined && { answerTo }),
})

/** Opens a producer, and reads its stored batches. */
async function startProducer() {
  const [prefix, redis] = [`test-${newId()}`, connectFailingFast(inject('redis'))]
  await redisReady(redis, 60_000)
  onTestFinished(() => redis.disconnect())
  const producer = openProducer(redis, { prefix })
  const lane = `${prefix}:deliveries`
  return {
    redis,
    prefix,
    keyOf: (name: string) => `${lane}:${name}`,
    /** Enqueues deliveries one after another, each in its own write. */
    enqueue: async (...deliveries: Delivery[]) => {
      for (const delivery of deliveries) expect(await producer.enqueue(delivery)).toBe('kept')
    },
    /** Returns the recorded deliveries, posts and length of each waiting batch, oldest first. */
    waiting: async () => {
      const ids = await redis.lrange(`${lane}:wait`, '0', '-1')
      return ids.toReversed().map(id => id.split('-').slice(2).map(Number))
    },
    waitingIds: () => redis.lrange(`${lane}:wait`, '0', '-1'),
    marker: () => redis.zrange(`${lane}:marker`, '0', '-1', 'WITHSCORES'),
  }
}

type Producing = Awaited<ReturnType<typeof startProducer>>

/** Consumes the waiting batches. Returns the deliveries of each. */
async function startConsumer({ prefix }: Producing): Promise<Delivery[][]> {
  const redis = connectWaiting(inject('redis'))
  const posted: Delivery[][] = []
  const work = {
    post: async (deliveries: Delivery[]) => {
      posted.push(deliveries)
      return 'recorded' as const
    },
    giveUp: async () => 'recorded' as const,
    threw: () => {},
  }
  const consumer = await consume(redis, work, { prefix })
  onTestFinished(async () => {
    await consumer.close()
    redis.disconnect()
  })
  return posted
}

test('adds small deliveries to the waiting batch unchanged', async () => {
  const producing = await startProducer()
  const deliveries = [newDelivery('"] \\u0000 é \u{1f4ef}'), newDelivery(), newDelivery('y'.repeat(900))]
  await producing.enqueue(...deliveries)
  expect(await producing.waiting()).toEqual([[3, 3, 3]])
  expect(await producing.redis.keys(producing.keyOf('*-*'))).toHaveLength(1)
  const posted = await startConsumer(producing)
  await eventually(async () => expect(posted.flat()).toHaveLength(3))
  const { posts: _, ...first } = deliveries[0] ?? newDelivery()
  expect(posted[0]?.[0]).toEqual(first)
  expect(posted.flat().map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id))
})

test('limits a batch to 32 KiB, 32 times the new write, and 500 deliveries', async () => {
  const { enqueue, waiting, keyOf, redis } = await startProducer()
  await enqueue(newDelivery('x'.repeat(20_000)), newDelivery('x'.repeat(15_000)))
  expect(await waiting()).toEqual([
    [1, 1, 20],
    [1, 1, 15],
  ])
  await enqueue(newDelivery('x'.repeat(10_000)), newDelivery())
  expect(await waiting()).toEqual([
    [1, 1, 20],
    [2, 2, 25],
    [1, 1, 1],
  ])
  const [last = ''] = await redis.lrange(keyOf('wait'), '0', '0')
  const full = last.replace(/-1-1-1$/, '-500-500-500')
  await redis.rename(keyOf(last), keyOf(full))
  await redis.lset(keyOf('wait'), 0, full)
  await enqueue(newDelivery())
  expect((await waiting()).slice(2)).toEqual([
    [500, 500, 500],
    [1, 1, 1],
  ])
})

test('adds nothing to a batch that a worker has started, or that was taken apart', async () => {
  const { enqueue, waiting, waitingIds, keyOf, redis } = await startProducer()
  await enqueue(newDelivery())
  const [begun = ''] = await waitingIds()
  await redis.hset(keyOf(begun), 'ats', 1)
  await enqueue(newDelivery())
  expect(await waiting()).toHaveLength(2)

  const [batch = ''] = await waitingIds()
  const apart = newId()
  await redis.rename(keyOf(batch), keyOf(apart))
  await redis.lset(keyOf('wait'), 0, apart)
  await enqueue(newDelivery())
  expect(await waitingIds()).toHaveLength(3)
})

test('wakes a worker immediately if a sender waits for the outcome, whatever follows', async () => {
  const { enqueue, marker, redis, keyOf } = await startProducer()
  await enqueue(newDelivery())
  expect(await marker()).toEqual(['0', '1'])
  await enqueue(newDelivery('x', 'ingress'))
  expect(await marker()).toEqual(['0', '0'])
  await enqueue(newDelivery('x'.repeat(33_000)))
  expect(await marker()).toEqual(['0', '0'])

  await redis.del(keyOf('marker')) // a worker fetched it
  await enqueue(newDelivery('x'.repeat(2000)))
  expect(await marker()).toEqual(['0', '1'])
})

test('wakes another worker for a batch that still waits', async () => {
  const { enqueue, marker, redis, keyOf, waitingIds } = await startProducer()
  await enqueue(newDelivery())
  await redis.del(keyOf('marker')) // its worker was killed
  await enqueue(newDelivery())
  expect(await marker()).toEqual([])
  const [id = ''] = await waitingIds()
  await redis.hincrby(keyOf(id), 'timestamp', -2000)
  await enqueue(newDelivery())
  expect(await marker()).toEqual(['0', '1'])
})

test('fetches batches without waiting senders every 20 ms when busy', async () => {
  const producing = await startProducer()
  const posted = await startConsumer(producing)
  const many = 200
  const beganAt = performance.now()
  for (let call = 0; call < many; call++) {
    await producing.enqueue(newDelivery())
    await delay(1)
  }
  const tookMs = performance.now() - beganAt
  await eventually(async () => expect(posted.flat()).toHaveLength(many))
  expect(new Set(posted.flat().map(({ id }) => id)).size).toBe(many)
  expect(posted.length).toBeLessThan(tookMs / 20 + 3)
})

test('fetches batches of waiting senders immediately', async () => {
  const producing = await startProducer()
  const posted = await startConsumer(producing)
  for (let call = 1; call <= 20; call++) {
    await producing.enqueue(newDelivery('x', 'ingress'))
    await eventually(async () => expect(posted.flat()).toHaveLength(call))
  }
  expect(posted).toHaveLength(20)
})
