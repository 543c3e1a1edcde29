import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorld } from '../support/world.js'

const tooManyWait = {
  id: 'web.incoming_webhook.unavailable.app_error',
  detailed_error: expect.stringContaining(
    'The delivery was not stored because too many deliveries are waiting',
  ),
}

test('responds 503 with Retry-After above BACKLOG_LIMIT until the workers have caught up, and loses nothing', async () => {
  const { send, work, messages } = await startWorld({ workerLater: true, backlogLimit: 20 })
  const kept: string[] = []
  const sendOne = async () => {
    const text = `number ${kept.length}`
    const answer = await send({ text })
    if (answer.status === 200) kept.push(text)
    return answer
  }
  await eventually(async () => expect((await sendOne()).status).toBe(503))
  const refused = await sendOne()
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await refused.json()).toMatchObject(tooManyWait)
  expect(kept.length).toBeGreaterThan(20)
  await work()
  await eventually(async () => expect((await sendOne()).status).toBe(200))
  await eventually(async () => expect((await messages()).toSorted()).toEqual(kept.toSorted()))
})

test.each([
  ['posts', { text: 'x'.repeat(100_000) }, 200],
  ['KiB of payloads', { text: 'x', unknown: 'x'.repeat(300_000) }, 200],
])('few deliveries of many %s fill the backlog too', async (_, payload, backlogLimit) => {
  const { send, work, outcomes } = await startWorld({ workerLater: true, backlogLimit })
  let kept = 0
  await eventually(async () => {
    const { status } = await send(payload)
    if (status === 200) kept++
    expect(status).toBe(503)
  })
  expect(kept).toBeLessThan(backlogLimit)
  await work()
  await eventually(async () => expect((await send({ text: 'small' })).status).toBe(200))
  await eventually(async () => expect(await outcomes()).toHaveLength(kept + 1))
})

test('responds 503 above 80 % of Redis’s memory, so that workers can continue, and ok when there is room again', async () => {
  const { redis } = await startOwnRedis()
  const { send, work, messages, redis: admin } = await startWorld({ redisUrl: redis.url, workerLater: true })
  expect((await send({ text: 'before' })).status).toBe(200)
  await admin.setrange('ballast', 50_000_000, 'x')
  const [, used] = /^used_memory:(\d+)/m.exec(await admin.info('memory')) ?? []
  await admin.config('SET', 'maxmemory', Math.round(Number(used) / 0.85))
  await eventually(async () => expect((await send({ text: 'while it fills' })).status).toBe(503))
  await work()
  await eventually(async () => expect(await messages()).toContain('before'))
  await admin.config('SET', 'maxmemory', '0')
  await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
  await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
})
