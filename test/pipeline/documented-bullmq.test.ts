import { idsBetween } from '@posthorn/db'
import { noTricks, openReplays } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { wideBounds } from '../support/bounds.js'
import { eventually } from '../support/eventually.js'
import { addRejected } from '../support/rejected.js'
import { startWorld } from '../support/world.js'

/** Everything here uses only what BullMQ documents. */
const documented = { tricks: noTricks }
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number ${index}`)

test('posts every delivery once and in order, and returns outcomes, by the documented interface', async () => {
  const hookRate = { points: 1000, seconds: 3600 }
  const world = await startWorld({ ...documented, hookRate, confirm: true })
  const texts = numbered(50)
  for (const text of texts) expect((await world.send({ text })).status).toBe(200)
  expect(await world.messages()).toEqual(texts)
  const response = await world.send({ text: 'nowhere', channel: 'no-such-channel' })
  expect(response.status).toBe(404)
})

test('rejects calls over the rate by the documented interface, and posts the others', async () => {
  const world = await startWorld({ ...documented, hookRate: { points: 30, seconds: 3600 } })
  const calls = await Promise.all(numbered(50).map(text => world.send({ text })))
  const statuses = calls.map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(30)
  expect(statuses.filter(status => status === 429)).toHaveLength(20)
  await eventually(async () => expect(await world.messages()).toHaveLength(30))
})

test.each([
  { producer: 'with tricks', tricks: undefined, worker: noTricks },
  { producer: 'without tricks', tricks: noTricks, worker: undefined },
])('workers and producers $producer understand each other', async ({ tricks, worker }) => {
  const world = await startWorld({ workerLater: true, ...(tricks && { tricks }) })
  for (const text of numbered(20)) await world.send({ text })
  expect(await world.waiting()).toBe(tricks ? 20 : 1) // joined batches are a trick
  await world.work({}, worker)
  await world.work({}, worker)
  await eventually(async () => expect(await world.messages()).toEqual(numbered(20)))
  await world.allWorked()
})

test('a flood does not delay others by the documented interface, and hooks take turns in it', async () => {
  const world = await startWorld({ ...documented, workerLater: true })
  const long = (name: string) => `${name} ${'long '.repeat(12_000)}`
  for (const text of numbered(8).map(long)) expect((await world.send({ text })).status).toBe(200)
  await world.send({ text: 'short' })
  await world.work()
  await eventually(async () => expect(await world.messages()).toContain('short'))
  await eventually(async () => expect(await world.outcomes()).toHaveLength(9))
  const starts = (await world.messages()).filter(message => message.startsWith('number'))
  expect(starts.map(message => message.slice(0, 8))).toEqual(numbered(8))
})

test('calls with one idempotency key create one post by the documented interface', async () => {
  const world = await startWorld({ ...documented, workerLater: true })
  const headers = { 'idempotency-key': 'order-7' }
  const calls = await Promise.all(numbered(40).map(() => world.send({ text: 'one' }, headers)))
  expect(new Set(calls.map(({ headers }) => headers.get('x-delivery-id'))).size).toBe(1)
  await Promise.all([world.work(), world.work()])
  await world.send({ text: 'two' })
  await eventually(async () => expect(await world.messages()).toEqual(['one', 'two']))
  await world.allWorked()
})

test('replays rejected deliveries in order by the documented interface', async () => {
  const world = await startWorld(documented)
  const hook = await world.db.hook.findFirstOrThrow()
  const texts = numbered(300)
  await addRejected(world.db, hook, texts)
  const replays = openReplays(world.redis, { prefix: world.prefix, ...wideBounds })
  onTestFinished(() => replays.close())
  const { first: after, end } = idsBetween(0, Date.now())
  const range = { fromMs: 0, toMs: 0, after, end, outcome: 'rejected', text: '' } as const
  await replays.replayAll(newId(), { hookId: hook.id, ...range, total: texts.length })
  await eventually(async () => expect(await world.messages()).toEqual(texts), 30_000)
})
