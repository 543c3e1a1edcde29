import { connectFailingFast, openProducer, redisReady } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { type JobsOptions, Queue } from 'bullmq'
import { expect, inject, onTestFinished, test } from 'vitest'

async function startQueues() {
  const [prefix, redis] = [`test-${newId()}`, connectFailingFast(inject('redis'))]
  await redisReady(redis, 60_000)
  const options = { connection: redis, prefix, skipVersionCheck: true }
  const queues = { deliveries: new Queue('deliveries', options), flood: new Queue('flood', options) }
  onTestFinished(async () => {
    await Promise.all(Object.values(queues).map(queue => queue.close()))
    redis.disconnect()
  })
  return { redis, prefix, queues, producer: openProducer(redis, { prefix }) }
}

/** Reads a job's fields, and the options that a worker uses. */
async function stored({ redis, prefix }: Awaited<ReturnType<typeof startQueues>>, queue: string, id = '') {
  const { timestamp, opts, ...fields } = await redis.hgetall(`${prefix}:${queue}:${id}`)
  const { jobId: _, attempts = 0, ...options }: JobsOptions = JSON.parse(opts ?? '{}')
  return {
    ...fields,
    options,
    neverGivesUp: attempts > 1e15,
    isNow: Math.abs(Number(timestamp) - Date.now()) < 3_600_000,
  }
}

const delivery = (posts: number) => ({
  id: newId(),
  hookId: 'hook',
  requestId: newId(),
  payload: '{}',
  posts,
})

test.each([
  ['deliveries', 'wait', 1],
  ['flood', 'prioritized', 50],
] as const)('a batch in %s is a job as BullMQ itself would have added it', async (name, state, posts) => {
  const world = await startQueues()
  const { redis, prefix, queues, producer } = world
  expect(await producer.enqueue({ ...delivery(posts), answerTo: 'ingress' })).toBe('kept')
  const key = `${prefix}:${name}:${state}`
  const [ours] = state === 'wait' ? await redis.lrange(key, '0', '-1') : await redis.zrange(key, '0', '-1')
  const marker = await redis.zrange(`${prefix}:${name}:marker`, '0', '-1', 'WITHSCORES')

  const job = await queues[name].getJob(ours ?? '')
  const opts = { ...job?.opts, jobId: 'theirs' }
  await redis.del(`${prefix}:${name}:marker`)
  await queues[name].add('batch', job?.data, opts)
  const theirs = await stored(world, name, 'theirs')
  expect(await stored(world, name, ours)).toEqual(theirs)
  expect(marker).toEqual(await redis.zrange(`${prefix}:${name}:marker`, '0', '-1', 'WITHSCORES'))
  expect(await queues[name].getJobCountByTypes(state)).toBe(2)
})

test("a hook's share of the shared lane is not used up by a neighbour that is over its rate", async () => {
  const { redis, prefix, producer } = await startQueues()
  const bill = {
    key: `${prefix}:rate`,
    points: 0,
    seconds: 60,
    cost: 1,
    settle: () => {},
    standing: () => ({ admitted: false, limit: 1, remaining: 0, resetSeconds: 1 }),
  }
  const [first, , ...others] = await Promise.all([
    producer.enqueue(delivery(1)), // sent by itself while the rest is gathered
    producer.enqueue({ ...delivery(1), hookId: 'over', bill }),
    ...Array.from({ length: 600 }, () => producer.enqueue(delivery(1))),
  ])
  expect(new Set([first, ...others])).toEqual(new Set(['kept']))
  await Promise.all(Array.from({ length: 300 }, () => producer.enqueue(delivery(1))))
  expect(await redis.zcard(`${prefix}:flood:prioritized`)).toBe(0)
})
