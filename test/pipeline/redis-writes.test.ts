import { connectWaiting, redisReady } from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnRedis } from '../support/own-redis.js'

test('sends all Redis commands of one turn of the event loop in one write', async () => {
  const { redis } = await startOwnRedis()
  const [connection, admin] = [connectWaiting(redis.url), connectWaiting(redis.url)]
  onTestFinished(() => [connection, admin].forEach(each => void each.disconnect()))
  await Promise.all([connection, admin].map(each => redisReady(each, 60_000)))
  const reads = async () =>
    Number(/total_reads_processed:(\d+)/.exec(await admin.info('stats'))?.[1] ?? Number.NaN)
  const before = await reads()
  await Promise.all(Array.from({ length: 100 }, () => connection.incr('asked')))
  expect((await reads()) - before).toBeLessThan(10) // Redis reads 16 KiB at a time
  expect(await connection.get('asked')).toBe('100')
})
