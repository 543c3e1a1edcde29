import { openDb } from '@posthorn/db'
import { connectWaiting } from '@posthorn/queue'
import { openLog } from '@posthorn/server'
import { openWorker } from '@posthorn/worker'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { lineTo } from '../worlds/line-to-postgres.js'
import { startWorld } from '../worlds/world.js'

const losses = ['both ways', 'answers'] as const
const withinMs = 25_000

test.each(losses)(
  'a worker whose line to Redis goes silent (%s) posts again by itself',
  async lost => {
    const { db, redisUrl, prefix, send, messages } = await startWorld({ workerLater: true })
    const line = await lineTo(redisUrl)
    const redis = connectWaiting(line.url, { silenceMs: 6_000 })
    const worker = await openWorker({ db, redis, prefix, log: openLog('test', 'silent') })
    onTestFinished(async () => {
      await worker.close()
      redis.disconnect()
    })
    await send({ text: 'before' })
    await eventually(async () => expect(await messages()).toEqual(['before']))
    line.fallSilent(lost)
    await send({ text: 'afterwards' })
    await eventually(async () => expect(await messages()).toEqual(['before', 'afterwards']), withinMs)
  },
  60_000,
)

test.each(losses)(
  'a worker whose line to Postgres goes silent (%s) posts once, by itself',
  async lost => {
    const { databaseUrl, send, work, messages } = await startWorld({ workerLater: true })
    const line = await lineTo(databaseUrl)
    const db = openDb(line.url, { queryTimeoutMs: 1_000 })
    onTestFinished(() => db.$disconnect())
    await work({ db })
    await send({ text: 'before' })
    await eventually(async () => expect(await messages()).toEqual(['before']))
    line.fallSilent(lost)
    await send({ text: 'afterwards' })
    await eventually(async () => expect(await messages()).toEqual(['before', 'afterwards']), withinMs)
  },
  60_000,
)

test('an ingress whose line to Redis goes silent while it connects says ok again by itself', async () => {
  const line = await lineTo(inject('redis'))
  const { send } = await startWorld({ redisUrl: line.url, workerLater: true })
  line.hold()
  line.drop()
  await eventually(() => expect(line.connections()).toBe(1))
  expect((await send({ text: 'while it connects' })).status).toBe(503)
  line.fallSilent('both ways')
  line.goOn()
  await eventually(async () => expect((await send({ text: 'again' })).status).toBe(200), withinMs)
}, 60_000)
