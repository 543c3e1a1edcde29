import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { addRejected } from '../support/rejected.js'
import type { WorldOptions } from '../support/world.js'
import { startHistory } from './start-history.js'

const texts = (count: number) => Array.from({ length: count }, (_, index) => `number ${index}`)

/** Creates a hook with `count` rejected deliveries, and calls to replay them and follow the progress. */
async function startReplay(count: number, options: WorldOptions) {
  const history = await startHistory(options)
  await addRejected(history.db, history.hook, texts(count))
  const begin = async () => (await history.ask('/deliveries/replay')).json().replay as string
  const progress = async (replay: string) => (await history.get(`/replays/${replay}`)).json()
  return { ...history, begin, progress }
}

test('a bulk replay uses half of its hook’s rate, so that senders are never rejected', async () => {
  const hookRate = { points: 20, seconds: 2 }
  const { begin, progress, send, messages } = await startReplay(25, { hookRate })
  const began = performance.now()
  const replay = await begin()
  const statuses = new Set<number>()
  await eventually(async () => {
    statuses.add((await send({ text: 'today' })).status)
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await progress(replay)).toMatchObject({ status: 'done', done: 25, sent: 25 })
  })
  expect(performance.now() - began).toBeGreaterThan(2 * 2000)
  expect([...statuses]).toEqual([200])
  const replayed = async () => (await messages()).filter(message => message !== 'today')
  await eventually(async () => expect(await replayed()).toEqual(texts(25)))
})

test('a bulk replay waits while Redis is above 80 % of its memory, and then continues', async () => {
  const { redis } = await startOwnRedis()
  const options = { redisUrl: redis.url, hookRate: { points: 4, seconds: 2 } }
  const { redis: admin, begin, progress, send, messages } = await startReplay(12, options)
  const replay = await begin()
  await eventually(async () => expect((await progress(replay)).done).toBeGreaterThan(0))
  await admin.setrange('ballast', 50_000_000, 'x')
  const [, used] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  await admin.config('SET', 'maxmemory', Math.round(Number(used) / 0.85))
  await eventually(async () => expect((await send({ text: 'x' })).status).toBe(503))
  await new Promise(resolve => setTimeout(resolve, 1500)) // the worker has polled as well
  const { sent } = await progress(replay)
  expect(sent).toBeLessThan(12)
  await new Promise(resolve => setTimeout(resolve, 2500)) // longer than a window of the rate
  expect(await progress(replay)).toMatchObject({ status: 'running', sent })
  await admin.config('SET', 'maxmemory', '0')
  await eventually(async () => expect(await progress(replay)).toMatchObject({ status: 'done', sent: 12 }))
  const replayed = async () => (await messages()).filter(message => message !== 'x')
  await eventually(async () => expect(await replayed()).toEqual(texts(12)))
})

test('a replay that waits for its rate does not delay other hooks’ replays', async () => {
  const hookRate = { points: 4, seconds: 3600 }
  const { begin, progress, db, hook, teamId, post, headers } = await startReplay(10, { hookRate })
  const slow = await begin()
  await eventually(async () => expect(await progress(slow)).toMatchObject({ status: 'running', done: 2 }))
  const other = await db.hook.create({ data: { ...hook, id: newId() } })
  await addRejected(db, other, ['other'])
  const path = `/teams/${teamId}/hooks/incoming/${other.id}`
  await post(`${path}/deliveries/replay`, '{}', headers)
  await eventually(async () => expect(await db.delivery.count({ where: { hookId: other.id } })).toBe(2))
  expect(await progress(slow)).toMatchObject({ status: 'running', done: 2, total: 10 })
})
