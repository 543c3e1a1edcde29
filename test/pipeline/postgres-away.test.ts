import { openDb } from '@posthorn/db'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { firstHookKey } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'

test('posts accepted deliveries in order after the worker’s Postgres was away', async () => {
  const { databaseUrl, send, work, messages, outcomes, db } = await startWorld({ workerLater: true })
  const proxy = await startProxy(databaseUrl)
  const cutOff = openDb(proxy.url)
  onTestFinished(() => cutOff.$disconnect())
  await work({ db: cutOff })
  await send({ text: 'before' })
  await eventually(async () => expect(await messages()).toEqual(['before']))

  await proxy.cut()
  const texts = Array.from({ length: 30 }, (_, index) => `while it is away ${index}`)
  for (const text of texts) expect((await send({ text })).status).toBe(200)
  expect(await messages()).toEqual(['before'])
  await proxy.restore()
  await eventually(async () => expect(await messages()).toEqual(['before', ...texts]))
  expect(new Set(await outcomes())).toEqual(new Set(['posted']))
  expect(await db.delivery.count({ where: { tries: { gt: 1 } } })).toBe(0)
})

test('accepts calls of cached hooks while the ingress’s Postgres is away, and responds 503 for others', async () => {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, prefix: 'posthorn' })
  const proxy = await startProxy(world.databaseUrl)
  const port = await freePort()
  await startProcess('ingress', { DATABASE_URL: proxy.url, REDIS_URL: redis.url, PORT: String(port) })
  const send = (key: string, text: string) =>
    fetch(`http://127.0.0.1:${port}/hooks/${key}`, { method: 'POST', body: JSON.stringify({ text }) })
  expect((await send(firstHookKey, 'before')).status).toBe(200)

  await proxy.cut()
  const texts = Array.from({ length: 30 }, (_, index) => `while it is away ${index}`)
  for (const text of texts) expect((await send(firstHookKey, text)).status).toBe(200)
  const unknown = await send('n'.repeat(26), 'who is this')
  expect(unknown.status).toBe(503)
  expect(unknown.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await unknown.json()).toMatchObject({ id: 'web.incoming_webhook.lookup.app_error' })
  const readiness = await fetch(`http://127.0.0.1:${port}/readyz`) // so it goes on being sent calls
  expect(await readiness.json()).toMatchObject({
    ready: true,
    warnings: [expect.stringMatching(/^postgres: /)],
  })
  await eventually(async () => expect(await world.messages()).toEqual(['before', ...texts]))

  await proxy.restore()
  await eventually(async () => expect((await send('n'.repeat(26), 'who is this')).status).toBe(400))
})
