import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'

/** Starts a world whose processes have already run their one-time queries. */
async function settledWorld(): Promise<World> {
  const world = await startWorld()
  const { redis, prefix } = world
  await world.send({ text: 'first', channel: '@reader' })
  await world.allWorked()
  await eventually(async () => {
    expect(await redis.exists(`${prefix}:chores:meta`)).toBe(1)
    expect(await redis.exists(`${prefix}:chores:active`, `${prefix}:chores:wait`)).toBe(0)
  })
  return world
}

/** Returns the queries until the queue is empty, by statement name. Ignores reading the settings once a second. */
async function questionsIn({ db, allWorked }: World, sendAll: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(db.pool, 'query')
  onTestFinished(() => query.mockRestore())
  await sendAll()
  await allWorked()
  const asked = query.mock.calls.map(([asked]) => asked as unknown as { name?: string; text: string })
  return asked.filter(({ text }) => !text.includes('settings')).map(({ name, text }) => name ?? text)
}

test.for([
  [{ text: 'hello' }, 'record (one, one)'],
  [
    { text: 'a name: @reader, and <!channel>', attachments: [{ text: 'see @admin' }] },
    'record (one, one, mentioning many)',
  ],
  [{ text: 'elsewhere', channel: 'off-topic' }, 'record (one, one)'],
  [{ text: 'to a user who was written to before', channel: '@reader' }, 'record (one, one, mentioning many)'],
] as const)('a delivery alone asks Postgres two questions: %j', async ([payload, record]) => {
  const world = await settledWorld()
  expect(await questionsIn(world, () => world.send(payload))).toEqual(['look up', record])
})

test('runs as many queries for a batch of deliveries as for one', async () => {
  const world = await settledWorld()
  const payloads = ['', '@reader', 'off-topic'].map(channel => ({ text: '@admin: <!channel>', channel }))
  const asked = await questionsIn(world, () => Promise.all(payloads.map(payload => world.send(payload))))
  expect(
    asked.every(name => name === 'look up' || /^record \([\w ]+, \w+, mentioning \w+\)$/.test(name)),
  ).toBe(true)
  const batches = (await world.db.delivery.count()) - 1
  expect(asked.length).toBeLessThanOrEqual(2 * batches)
})
