import { openProducer } from '@posthorn/queue'
import { makeIds } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'

test.each([20, 100, 500])(
  'stores a delivery of 200 bytes in less than 350 bytes of Redis in a batch of %d',
  async number => {
    const world = await startWorld({ workerLater: true })
    const [nextId, nextRequestId] = [makeIds(), makeIds()]
    const { id: hookId } = await world.db.hook.findFirstOrThrow()
    const payload = JSON.stringify({ text: 'x'.repeat(140), username: 'ci', channel: 'town-square' })
    const batch = Array.from({ length: number }, () => ({
      id: nextId(),
      hookId,
      requestId: nextRequestId(),
      payload: payload.padEnd(200),
    }))
    const producer = await openProducer(world.redis, { prefix: world.prefix })
    await Promise.all(batch.map(producer.enqueue))
    await producer.close()
    const [key = '', ...more] = await batchKeys(world)
    expect(more).toEqual([])
    expect(Number(await world.redis.memory('USAGE', key)) / number).toBeLessThan(350)
  },
)

test('leaves a batch of a later version that it cannot read for workers that can', async () => {
  const world = await startWorld({ workerLater: true })
  await world.send({ text: 'from the future' })
  const [key = ''] = await batchKeys(world)
  const data = await world.redis.hget(key, 'data')
  await world.redis.hset(key, 'data', JSON.stringify({ version: 99 }))
  await world.work()
  await eventually(async () => expect(await world.redis.hget(key, 'failedReason')).not.toBeNull())
  expect(await world.messages()).toEqual([])
  await world.redis.hset(key, 'data', data ?? '') // simulates a worker of that version
  await eventually(async () => expect(await world.messages()).toEqual(['from the future']))
})

async function batchKeys({ redis, prefix }: World): Promise<string[]> {
  const ids = await redis.lrange(`${prefix}:deliveries:wait`, 0, -1)
  return ids.map(id => `${prefix}:deliveries:${id}`)
}
