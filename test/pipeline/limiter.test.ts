import {
  type Admission,
  connectFailingFast,
  openHookRate,
  openLimiter,
  openProducer,
  redisReady,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, inject, onTestFinished, test } from 'vitest'

/** Opens a connection for each of several processes. */
async function connections(processes: number) {
  return Promise.all(
    Array.from({ length: processes }, async () => {
      const redis = connectFailingFast(inject('redis'))
      onTestFinished(() => redis.disconnect())
      await redisReady(redis, 60_000)
      return redis
    }),
  )
}

const admittedOf = (standings: (Admission | undefined)[]) => standings.filter(standing => standing?.admitted)

async function limitersOf(processes: number, points: number) {
  const prefix = `test-${newId()}`
  const opened = await connections(processes)
  return opened.map(redis => openLimiter(redis, 'hook', { points, seconds: 3600 }, prefix))
}

test.each([200, 1500])('admits no more than a window of %i at ten processes at once', async points => {
  const limiters = await limitersOf(10, points)
  const standings: (Admission | undefined)[] = []
  for (let round = 0; round < points / 5; round++)
    standings.push(...(await Promise.all(limiters.map(limiter => limiter('key')))))
  expect(admittedOf(standings)).toHaveLength(points)
})

test('admits nothing at a process that learned of room which another has used meanwhile', async () => {
  const points = 200
  const [greedy, ...limiters] = await limitersOf(10, points)
  const many = (limiter = greedy, calls = points) =>
    Promise.all(Array.from({ length: calls }, () => limiter?.('key')))
  const first = await Promise.all(limiters.map(limiter => limiter('key')))
  const busy = limiters.map(limiter => many(limiter, 2)) // they have pending calls while the window fills
  const later = await Promise.all([many(), ...busy])
  const last = await Promise.all(limiters.map(limiter => many(limiter, 50)))
  expect(admittedOf([...first, ...later.flat(), ...last.flat()])).toHaveLength(points)
})

test('asks Redis nothing about a full window until a call is taken back', async () => {
  const [redis] = await connections(1)
  if (!redis) throw new Error('no connection')
  const limiter = openLimiter(redis, 'address', { points: 2, seconds: 3600 }, `test-${newId()}`)
  const admitted = async (cost?: number) => (await limiter('key', cost))?.admitted
  expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, false])
  expect([await admitted(-2), await admitted(), await admitted()]).toEqual([true, true, false])
  redis.disconnect() // a question would get no answer now, and the call would be admitted
  expect(await admitted()).toBe(false)
})

test('stores no more than the window allows at ten processes at once', async () => {
  const [points, prefix] = [200, `test-${newId()}`]
  const opened = await connections(10)
  const processes = opened.map(redis => ({
    rate: openHookRate(redis, () => `${points}/3600`, prefix),
    producer: openProducer(redis, { prefix }),
  }))
  const call = async ({ rate, producer }: (typeof processes)[number]) => {
    const bill = rate.bill('hook', 1, 0)
    const delivery = { id: newId(), hookId: 'hook', requestId: '', payload: '{"text":"x"}', bill }
    return (await producer.enqueue(delivery)) === 'kept' && bill?.standing()?.admitted
  }
  const admitted: unknown[] = []
  for (let round = 0; round < 10; round++) {
    const calls = processes.flatMap(each => [call(each), call(each), call(each)])
    admitted.push(...(await Promise.all(calls)).filter(isIn => isIn))
  }
  expect(admitted).toHaveLength(points)
  const batches = await opened[0]?.lrange(`${prefix}:deliveries:wait`, '0', '-1')
  const stored = batches?.map(id => Number(id.split('-')[2])).reduce((sum, deliveries) => sum + deliveries, 0)
  expect(stored).toBe(points)
  expect(processes.every(({ rate }) => rate.over('hook')?.remaining === 0)).toBe(true)
})
