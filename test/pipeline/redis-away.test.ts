import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWorld } from '../support/world.js'

test('responds 503 with Retry-After immediately while Redis is away, and ok when it is back', async () => {
  const { redis, again } = await startOwnRedis()
  const { send, messages } = await startWorld({ redisUrl: redis.url })
  expect((await send({ text: 'before' })).status).toBe(200)
  await redis.stop()
  const away = await send({ text: 'while it is away' })
  expect(away.status).toBe(503)
  expect(away.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await away.json()).toMatchObject({
    id: 'web.incoming_webhook.unavailable.app_error',
    status_code: 503,
  })
  await again()
  await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
  await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
  expect((await messages()).filter(message => message !== 'after')).toEqual(['before'])
})

test('does not store a delivery later that got a 503 because Redis was killed during the write', async () => {
  const { redis, again } = await startOwnRedis()
  const own = { redisUrl: redis.url, workerLater: true }
  const { redis: asIngress, send, messages, work } = await startWorld(own)
  expect((await send({ text: 'before' })).status).toBe(200)
  process.kill(redis.pid, 'SIGSTOP')
  const underWay = Promise.all(Array.from({ length: 20 }, (_, index) => send({ text: `lost ${index}` })))
  const sent = () => asIngress.commandQueue.toArray().flatMap(({ command }) => command.args.map(String))
  await eventually(() => expect(sent().join()).toContain('lost')) // the write was sent, and nothing reads it
  process.kill(redis.pid, 'SIGKILL')
  for (const { status } of await underWay) expect(status).toBe(503)
  await again()
  await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
  await work()
  await eventually(async () => expect(await messages()).toEqual(expect.arrayContaining(['before', 'after'])))
  expect((await messages()).filter(message => message.startsWith('lost'))).toEqual([])
})

test('responds 503 to a write that Redis does not answer, and immediately to later calls', async () => {
  const { redis } = await startOwnRedis()
  const { send } = await startWorld({ redisUrl: redis.url, workerLater: true })
  process.kill(redis.pid, 'SIGSTOP')
  const tookMs = async (text: string) => {
    const began = performance.now()
    expect((await send({ text })).status).toBe(503)
    return performance.now() - began
  }
  const [waitedMs, atOnceMs] = [await tookMs('unanswered'), await tookMs('rejected at once')]
  process.kill(redis.pid, 'SIGCONT')
  expect(atOnceMs).toBeLessThan(waitedMs / 2)
  await eventually(async () => expect((await send({ text: 'again' })).status).toBe(200))
})
