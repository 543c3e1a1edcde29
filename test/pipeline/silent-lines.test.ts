import { openDb } from '@posthorn/db'
import { connectWaiting } from '@posthorn/queue'
import { openLog } from '@posthorn/server'
import { openWorker } from '@posthorn/worker'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'

/** Time after which a waiting call looks up its outcome in Postgres. */
const askedAfterMs = 2400

test('recovers a worker whose connection to Redis goes silent', async () => {
  const { db, redisUrl, prefix, send, messages } = await startWorld({ workerLater: true })
  const proxy = await startProxy(redisUrl)
  const redis = connectWaiting(proxy.url)
  const worker = await openWorker({ db, redis, prefix, log: openLog('test', 'silent') })
  onTestFinished(async () => {
    await worker.close()
    redis.disconnect()
  })
  await send({ text: 'before' })
  await eventually(async () => expect(await messages()).toEqual(['before']))
  proxy.fallSilent('both ways')
  await send({ text: 'afterwards' })
  await eventually(async () => expect(await messages()).toEqual(['before', 'afterwards']))
})

test.each(['both ways', 'answers'] as const)(
  'posts once when a worker’s connection to Postgres goes silent (%s)',
  async lost => {
    const { databaseUrl, send, work, messages } = await startWorld({ workerLater: true })
    const proxy = await startProxy(databaseUrl)
    const db = openDb(proxy.url, { queryTimeoutMs: 1_000 })
    onTestFinished(() => db.$disconnect())
    await work({ db })
    await send({ text: 'before' })
    await eventually(async () => expect(await messages()).toEqual(['before']))
    proxy.fallSilent(lost)
    await send({ text: 'afterwards' })
    await eventually(async () => expect(await messages()).toEqual(['before', 'afterwards']))
  },
)

test('recovers an ingress whose connection to Redis goes silent while it connects', async () => {
  const proxy = await startProxy(inject('redis'))
  const { send } = await startWorld({ redisUrl: proxy.url, workerLater: true })
  proxy.hold()
  proxy.drop()
  await eventually(() => expect(proxy.connections()).toBeGreaterThan(0))
  expect((await send({ text: 'while it connects' })).status).toBe(503)
  proxy.fallSilent('both ways')
  proxy.resume()
  await eventually(async () => expect((await send({ text: 'again' })).status).toBe(200))
})

test('does not block other processes with the open transaction of a silent connection', async () => {
  const { databaseUrl, db, send, messages } = await startWorld()
  const proxy = await startProxy(databaseUrl)
  const cutOff = openDb(proxy.url)
  const locked = new Promise<void>(resolve => {
    const transaction = cutOff.$transaction(
      async tx => {
        await tx.channel.updateMany({ data: { header: 'locked' } })
        proxy.fallSilent('both ways')
        resolve()
      },
      { timeout: 1_000 },
    )
    transaction.catch(() => {}) // it never settles
  })
  await locked
  await send({ text: 'afterwards' })
  await eventually(async () => expect(await messages()).toEqual(['afterwards']))
  expect(await db.channel.count({ where: { header: 'locked' } })).toBe(0)
})

test('receives outcomes again without querying Postgres after the subscriber connection went silent', async () => {
  const proxy = await startProxy(inject('redis'))
  const { anotherIngress } = await startWorld({ confirm: true })
  const ingress = await anotherIngress({ redisUrl: proxy.url })
  const refusedInMs = async () => {
    const began = performance.now()
    expect((await sendTo(ingress.hookUrl, { text: 'x', channel: 'nowhere' })).status).toBe(404)
    return performance.now() - began
  }
  await refusedInMs()
  proxy.fallSilent('both ways')
  await eventually(async () => expect(await refusedInMs()).toBeLessThan(askedAfterMs / 2))
})
