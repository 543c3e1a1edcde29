import {
  connectFailingFast,
  connectWaiting,
  consume,
  openProducer,
  redisReady,
  type Work,
} from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'

/** More tries than a delivery gets when it is at fault. */
const manyTimes = 7

/** Longer than the lowest possible proto-max-bulk-len. */
const payload = JSON.stringify({ text: 'x'.repeat(1_100_000) })

test('uses up none of a delivery’s tries when Redis refuses a worker’s writes', async () => {
  const { admin, begin, counts } = await oneSuspect()
  await admin.config('SET', 'proto-max-bulk-len', '1mb') // the number of tries is stored with the payload
  await begin(async () => 'recorded')
  await eventually(() => expect(counts.threw.length).toBeGreaterThan(3))
  expect(counts).toMatchObject({ posted: 0, givenUp: 0 })
  await admin.config('SET', 'proto-max-bulk-len', '512mb')
  await eventually(() => expect(counts).toMatchObject({ posted: 1, givenUp: 0 }))
})

test('does not give up a delivery that is handed back repeatedly while Postgres is away', async () => {
  const { begin, counts } = await oneSuspect()
  await begin(async () => (counts.posted < manyTimes ? 'handed_back' : 'recorded'))
  await eventually(() => expect(counts).toEqual({ posted: manyTimes, givenUp: 0, threw: [] }))
})

test('gives up a delivery that throws by itself after three tries', async () => {
  const { begin, counts } = await oneSuspect()
  await begin(async () => {
    throw new Error('the renderer threw')
  })
  await eventually(() => expect(counts).toMatchObject({ posted: 3, givenUp: 1 }))
})

/** Stores a delivery whose worker has died while processing it. */
async function oneSuspect() {
  const { redis } = await startOwnRedis()
  const [admin, waiting] = [connectFailingFast(redis.url), connectWaiting(redis.url)]
  await redisReady(admin, 60_000)
  const producer = await openProducer(admin)
  await producer.enqueue({ id: 'suspect', hookId: 'hook', requestId: '', payload })
  await producer.close()
  const [batch = ''] = await admin.zpopmin('posthorn:flood:prioritized')
  await admin.lpush('posthorn:flood:active', batch)

  const counts = { posted: 0, givenUp: 0, threw: [] as string[] }
  const begin = async (post: () => ReturnType<Work['post']>) => {
    const work: Work = {
      post: () => {
        counts.posted++
        return post()
      },
      giveUp: async () => {
        counts.givenUp++
        return 'recorded'
      },
      threw: error => void counts.threw.push(error.message),
    }
    const consumer = await consume(waiting, work, { stalledIntervalMs: 500 })
    onTestFinished(async () => {
      await consumer.close()
      waiting.disconnect()
      admin.disconnect()
    })
  }
  return { admin, begin, counts }
}
