import { openDb } from '@posthorn/db'
import { freePort } from '@posthorn/standalone/services'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { firstHookKey } from '../worlds/known.js'
import { lineTo } from '../worlds/line.js'
import { startMain } from '../worlds/mains.js'
import { ownRedis } from '../worlds/processes.js'
import { startWorld } from '../worlds/world.js'

test('Postgres away from the worker: what was answered ok waits in place and is posted afterwards, in order', async () => {
  const { databaseUrl, send, work, messages, outcomes, db } = await startWorld({ workerLater: true })
  const line = await lineTo(databaseUrl)
  const cutOff = openDb(line.url)
  onTestFinished(() => cutOff.$disconnect())
  await work({ db: cutOff })
  await send({ text: 'before' })
  await eventually(async () => expect(await messages()).toEqual(['before']))

  await line.cut()
  const texts = Array.from({ length: 30 }, (_, index) => `while it is away ${index}`)
  for (const text of texts) expect((await send({ text })).status).toBe(200)
  expect(await messages()).toEqual(['before'])
  await line.mend()
  await eventually(async () => expect(await messages()).toEqual(['before', ...texts]))
  expect(new Set(await outcomes())).toEqual(new Set(['posted']))
  expect(await db.delivery.count({ where: { tries: { gt: 1 } } })).toBe(0)
})

test('Postgres away from the ingress: ok for hooks that it knows, posted as ever, and 503 for those that it does not', async () => {
  const { redis } = await ownRedis()
  const world = await startWorld({ redisUrl: redis.url, prefix: 'posthorn' })
  const line = await lineTo(world.databaseUrl)
  const port = await freePort()
  await startMain('ingress', { DATABASE_URL: line.url, REDIS_URL: redis.url, PORT: String(port) })
  const send = (key: string, text: string) =>
    fetch(`http://127.0.0.1:${port}/hooks/${key}`, { method: 'POST', body: JSON.stringify({ text }) })
  expect((await send(firstHookKey, 'before')).status).toBe(200)

  await line.cut()
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

  await line.mend()
  await eventually(async () => expect((await send('n'.repeat(26), 'who is this')).status).toBe(400))
})
