import { openDb } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../worlds/eventually.js'
import { lineTo } from '../worlds/line.js'
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
