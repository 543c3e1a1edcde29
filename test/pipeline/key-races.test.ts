import { openProducer } from '@posthorn/queue'
import { makeIds, newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { openTransaction } from '../support/open-transaction.js'
import { startWorld, type World } from '../support/world.js'

const nextId = makeIds()

/** Stores deliveries as an ingress would, so that a test decides on their ids and repeats. */
async function storing(world: World) {
  const { id: hookId } = await world.db.hook.findFirstOrThrow()
  const producer = await openProducer(world.redis, { prefix: world.prefix })
  return {
    make: (payload: object, id = nextId(), more = {}) => ({
      id,
      hookId,
      requestId: newId(),
      payload: JSON.stringify(payload),
      ...more,
    }),
    store: producer.enqueue,
    close: producer.close,
  }
}

test('copies of one delivery in a batch create its post once', async () => {
  const world = await startWorld({ workerLater: true })
  const { make, store, close } = await storing(world)
  const all = [
    make({ text: 'firing', update_key: 'k' }),
    make({ text: 'opens', thread_key: 't' }),
    make({ text: 'both', thread_key: 'a', update_key: 'b' }),
  ]
  await Promise.all([...all, ...all, ...all].map(store))
  await world.work()
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted', 'posted', 'posted']))
  await world.allWorked()
  expect(await world.messages()).toEqual(['firing', 'opens', 'both'])
  await close()
})

test('a replay of an older state never hides a newer one that still waits', async () => {
  const world = await startWorld()
  const { make, store, close } = await storing(world)
  const first = make({ text: 'first', update_key: 'k' })
  const waiting = make({ text: 'last accepted', update_key: 'k' })
  await store(first)
  await eventually(async () => expect(await world.messages()).toEqual(['first']))
  await store(make({ text: 'first', update_key: 'k' }, nextId(), { replayOf: first.id }))
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted', 'updated']))
  await store(waiting)
  await eventually(async () => expect(await world.messages()).toEqual(['last accepted']))
  await close()
})

test('a state that was accepted before its post was deleted never posts again', async () => {
  const world = await startWorld()
  const { make, store, close } = await storing(world)
  const first = make({ text: 'first', update_key: 'k' })
  const opener = make({ text: 'thread', thread_key: 't' })
  const late = [make({ text: 'late', update_key: 'k' }), make({ text: 'late reply', thread_key: 't' })]
  await Promise.all([first, opener].map(store))
  await eventually(async () => expect(await world.messages()).toHaveLength(2))
  for (const target of [first.id, opener.id])
    await store({ ...make({}), payload: '', change: { kind: 'delete', target } })
  await eventually(async () => expect(await world.messages()).toEqual([]))
  await Promise.all(late.map(store))
  await eventually(async () => expect(await world.outcomes()).toHaveLength(6))
  expect(await world.messages()).toEqual([])
  await store(make({ text: 'fires again', update_key: 'k' }))
  await eventually(async () => expect(await world.messages()).toEqual(['fires again']))
  await close()
})

test('hundreds of edits of posts that never appear are rejected soon after the last older batch', async () => {
  const world = await startWorld()
  await world.work()
  const { make, store, close } = await storing(world)
  const held = await openTransaction(world.databaseUrl)
  await held.query('SELECT id FROM channels FOR UPDATE')
  await store(make({ text: 'held up' }))
  await eventually(async () => expect(await world.redis.llen(`${world.prefix}:deliveries:active`)).toBe(1))
  const editOf = (target: string) => make({ text: 'x' }, nextId(), { change: { kind: 'edit', target } })
  await Promise.all(Array.from({ length: 700 }, () => store(editOf(nextId()))))
  const delayed = () => world.redis.zcard(`${world.prefix}:deliveries:delayed`)
  await eventually(async () => expect(await delayed()).toBeGreaterThan(100))
  expect(await world.db.delivery.count()).toBe(0)
  await held.query('ROLLBACK')
  const settled = () => world.db.delivery.count({ where: { reason: 'no_such_post' } })
  await eventually(async () => expect(await settled()).toBe(700), 30_000)
  await close()
})
