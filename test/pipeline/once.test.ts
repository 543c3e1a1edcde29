import { openProducer } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld } from '../support/world.js'

test('writes once when the same batch is processed twice', async () => {
  const world = await startWorld({ workerLater: true })
  const { id: hookId } = await world.db.hook.findFirstOrThrow()
  const nextId = makeIds()
  const batch = Array.from({ length: 50 }, (_, index) => ({
    id: nextId(),
    hookId,
    requestId: newId(),
    payload: JSON.stringify({ text: `number ${index}` }),
  }))
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  for (let times = 0; times < 3; times++) await Promise.all(batch.map(producer.enqueue))
  await Promise.all([world.work(), world.work()])
  await world.send({ text: 'last' })
  await eventually(async () => expect(await world.messages()).toHaveLength(51))
  await eventually(async () => expect(await world.redis.llen(`${world.prefix}:deliveries:active`)).toBe(0))
  expect(await world.messages()).toEqual([...batch.map((_, index) => `number ${index}`), 'last'])
  expect((await world.channelNamed('town-square')).totalMsgCount).toBe(51n)
  await producer.close()
})
