import { connectFailingFast, openProducer, redisReady, watchBacklog } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'

const everyMs = 50

/** Opens a queue without workers, and watches it. */
async function watched(redisUrl = inject('redis')) {
  const prefix = `test-${newId()}`
  const redis = connectFailingFast(redisUrl)
  await redisReady(redis, 60_000)
  const producer = await openProducer(redis, { prefix })
  const backlog = await watchBacklog(redis, { prefix, everyMs })
  onTestFinished(async () => {
    await backlog.close()
    await producer.close()
    redis.disconnect()
  })
  const newDeliveryId = makeIds()
  const keep = (hookId: string, text = 'waits') =>
    producer.enqueue({ id: newDeliveryId(), hookId, requestId: '', payload: JSON.stringify({ text }) })
  return { backlog, keep, redis, prefix }
}

test('counts waiting deliveries, and reports their age per lane', async () => {
  const { backlog, keep } = await watched()
  expect(backlog.reading()).toMatchObject({ deliveries: 0, oldestWaitingMs: { shared: 0, flood: 0 } })
  expect(backlog.oldestWaitingMs('shared')).toBe(0)
  await keep('calm')
  await eventually(() =>
    expect(backlog.reading()?.oldestWaitingMs).toMatchObject({ flood: 0, shared: expect.any(Number) }),
  )
  await Promise.all(Array.from({ length: 2500 }, () => keep('flooding')))
  await eventually(() => expect(backlog.reading()?.deliveries).toBe(2501))
  await eventually(() => expect(backlog.reading()?.oldestWaitingMs.flood).toBeGreaterThan(0))
  const { shared = 0, flood = 0 } = backlog.reading()?.oldestWaitingMs ?? {}
  expect(shared).toBeGreaterThanOrEqual(flood)
  expect(backlog.oldestWaitingMs('shared')).toBeGreaterThanOrEqual(shared)
})

test('estimates a long backlog from its ends', async () => {
  const { backlog, keep } = await watched()
  const long = 'x'.repeat(17_000) // too long for two in one batch
  for (let batches = 0; batches < 800; batches++) await keep(newId(), long)
  for (let batches = 0; batches < 400; batches++)
    await Promise.all(Array.from({ length: 3 }, () => keep(newId(), long)))
  await eventually(() => expect(backlog.reading()?.deliveries).toBeGreaterThan(1500))
  expect(backlog.reading()?.deliveries).toBeLessThan(2500)
})

test('counts a worker’s open batch as waiting until it is done', async () => {
  const { backlog, keep, redis, prefix } = await watched()
  await keep('calm')
  await redis.lmove(`${prefix}:deliveries:wait`, `${prefix}:deliveries:active`, 'RIGHT', 'LEFT')
  await eventually(() =>
    expect(backlog.reading()).toMatchObject({ deliveries: 1, oldestWaitingMs: { shared: 0 } }),
  )
})

test('reports nothing while Redis is away, and reports again when it is back', async () => {
  const { redis: service, again } = await startOwnRedis()
  const { backlog, keep } = await watched(service.url)
  await keep('calm')
  await eventually(() => expect(backlog.reading()?.deliveries).toBe(1))
  await service.stop()
  await eventually(() => expect(backlog.reading()).toBeUndefined())
  expect(backlog.oldestWaitingMs('flood')).toBe(Infinity)
  await again()
  await eventually(() => expect(backlog.reading()?.deliveries).toBe(1))
})
