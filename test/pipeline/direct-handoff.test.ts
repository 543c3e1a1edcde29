import { setTimeout as delay } from 'node:timers/promises'
import {
  connectFailingFast,
  connectWaiting,
  consume,
  openProducer,
  type Redis,
  redisReady,
  type Work,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { Queue, Worker } from 'bullmq'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'

/** Shorter than a lock of a batch lasts, so that nothing waited for one. */
const beforeLocksExpireMs = 8000

type Options = { post?: Work['post']; lockDurationMs?: number }

/** Opens a producer whose deliveries have waiting callers. */
async function startProducer() {
  const [prefix, redis] = [`test-${newId()}`, connectFailingFast(inject('redis'))]
  await redisReady(redis, 60_000)
  onTestFinished(() => redis.disconnect())
  const producer = openProducer(redis, { prefix })
  const enqueue = async (text = 'x') => {
    const id = newId()
    const delivery = { id, hookId: newId(), requestId: newId(), payload: text, posts: 1, answerTo: 'ingress' }
    expect(await producer.enqueue(delivery)).toBe('kept')
    return id
  }
  return { prefix, redis, enqueue, keyOf: (name: string) => `${prefix}:deliveries:${name}` }
}

/** Opens a worker. `posted`: the ids of its deliveries. */
async function startWorker(prefix: string, { post, lockDurationMs = 10_000 }: Options = {}) {
  const redis = connectWaiting(inject('redis'))
  const posted: string[] = []
  const work: Work = {
    post: async (deliveries, ...more) => {
      const end = (await post?.(deliveries, ...more)) ?? 'recorded'
      if (end === 'recorded') posted.push(...deliveries.map(({ id }) => id))
      return end
    },
    giveUp: async () => 'recorded',
    threw: () => {},
  }
  const consumer = await consume(redis, work, {
    prefix,
    lockDurationMs,
    stalledIntervalMs: lockDurationMs / 2,
  })
  const close = async () => {
    await consumer.close()
    redis.disconnect()
  }
  onTestFinished(close)
  return { posted, close }
}

/** Starts a producer and two workers. */
async function start(options: Options = {}) {
  const producing = await startProducer()
  const workers = [await startWorker(producing.prefix, options), await startWorker(producing.prefix, options)]
  const all = () => workers.flatMap(({ posted }) => posted)
  const send = async (text?: string) => {
    const id = await producing.enqueue(text)
    await eventually(async () => expect(all()).toContain(id))
  }
  return { ...producing, workers, all, send }
}

/** Puts a worker in front that does not run. */
const putInFront = (redis: Redis, lane: string, lockMs: number) =>
  redis.set(`${lane}front`, `nobody ${lockMs}`, 'PX', 60_000)

const lockMs = 30_000

/** Takes a waiting batch with BullMQ's own worker. */
async function takeByBullmq(prefix: string): Promise<void> {
  const connection = connectWaiting(inject('redis'))
  const options = { connection, prefix, skipVersionCheck: true, autorun: false, lockDuration: lockMs }
  const worker = new Worker('deliveries', async () => {}, options)
  await worker.getNextJob('token', { block: false })
  await worker.close()
  connection.disconnect()
}

/** Reads how the batch in progress is stored and locked. */
async function readActive({ redis, keyOf }: Awaited<ReturnType<typeof startProducer>>) {
  const [id = ''] = await redis.lrange(keyOf('active'), '0', '0')
  const { timestamp, processedOn, data, opts, ...fields } = await redis.hgetall(keyOf(id))
  const remainingMs = await redis.pttl(keyOf(`${id}:lock`))
  return {
    fields,
    isNow: [timestamp, processedOn].every(time => Math.abs(Number(time) - Date.now()) < 3_600_000),
    isLocked: remainingMs > 0 && remainingMs <= lockMs,
    hasAll: Boolean(data && opts),
  }
}

/** Posts whose work on the payload `held` does not end before `release`. */
function holding() {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const post: Work['post'] = async deliveries => {
    if (deliveries.some(({ payload }) => payload === 'held')) await held
    return 'recorded'
  }
  return { post, release: () => release() }
}

const lengthOf = ({ posted }: { posted: string[] }) => posted.length

test('one worker posts nearly all of few deliveries, and another one continues when it stops', async () => {
  const { send, workers } = await start()
  for (let call = 0; call < 60; call++) await send()
  const [front, other] = workers.toSorted((one, two) => two.posted.length - one.posted.length)
  expect(front?.posted.length).toBeGreaterThan(45)
  const before = performance.now()
  await front?.close()
  for (let call = 0; call < 3; call++) await send()
  expect(other?.posted.length).toBeGreaterThanOrEqual(3)
  expect(performance.now() - before).toBeLessThan(beforeLocksExpireMs)
})

test('a handed batch is stored as if BullMQ had handed it out', async () => {
  const producing = await startProducer()
  const { prefix, redis, enqueue, keyOf } = producing
  await enqueue()
  await takeByBullmq(prefix)
  const theirs = await readActive(producing)
  await redis.del(keyOf('active'))

  await putInFront(redis, keyOf(''), lockMs)
  await enqueue()
  expect(await readActive(producing)).toEqual(theirs)
  expect(theirs).toMatchObject({ isNow: true, isLocked: true, hasAll: true, fields: { ats: '1' } })
  const queue = new Queue('deliveries', { connection: redis, prefix, skipVersionCheck: true })
  onTestFinished(() => queue.close())
  expect(await queue.getJobCounts('wait', 'active')).toEqual({ wait: 0, active: 1 })
})

test('a batch that was handed to a dead worker is posted once its lock has expired', async () => {
  const { prefix, redis, enqueue, keyOf } = await startProducer()
  await putInFront(redis, keyOf(''), 1000)
  const id = await enqueue()
  expect(await redis.llen(keyOf('active'))).toBe(1)
  const { posted } = await startWorker(prefix, { lockDurationMs: 1000 })
  await eventually(async () => expect(posted).toEqual([id]))
})

test('a dead worker gets one batch at most, and others take the next ones at once', async () => {
  const { prefix, redis, enqueue, keyOf } = await startProducer()
  await putInFront(redis, keyOf(''), 60_000)
  await enqueue()
  const next = [await enqueue(), await enqueue()]
  const before = performance.now()
  const { posted } = await startWorker(prefix)
  await eventually(async () => expect(posted.toSorted()).toEqual(next.toSorted()))
  expect(performance.now() - before).toBeLessThan(beforeLocksExpireMs)
})

test('others take part while something holds up the worker in front', async () => {
  const { post, release } = holding()
  const { enqueue, send, workers, all } = await start({ post })
  for (let call = 0; call < 10; call++) await send()
  await enqueue('held')
  const before = workers.map(lengthOf)
  for (let call = 0; call < 40; call++) await enqueue()
  const since = () => workers.map((worker, at) => lengthOf(worker) - (before[at] ?? 0))
  await eventually(() => expect(Math.max(...since())).toBeGreaterThan(10))
  release()
  await eventually(() => expect(all()).toHaveLength(51))
})

test('all workers take part in batches that are large', async () => {
  const { enqueue, send, workers, all } = await start({ post: () => delay(100, 'recorded' as const) })
  for (let call = 0; call < 5; call++) await send()
  const before = workers.map(lengthOf)
  for (let call = 0; call < 20; call++) await enqueue('x'.repeat(40_000))
  await eventually(async () => expect(all()).toHaveLength(25))
  expect(Math.min(...workers.map((worker, at) => lengthOf(worker) - (before[at] ?? 0)))).toBeGreaterThan(3)
})

test('deliveries that wait for their post are tried again while others are handed over', async () => {
  let isFirst = true
  const post: Work['post'] = async deliveries => {
    const [edit] = deliveries.filter(({ payload }) => payload === 'edit')
    if (!edit || !isFirst) return 'recorded'
    isFirst = false
    return { postponed: [edit] }
  }
  const { prefix, enqueue } = await startProducer()
  const { posted } = await startWorker(prefix, { post })
  await enqueue()
  const edit = await enqueue('edit')
  await eventually(async () => {
    await enqueue()
    expect(posted).toContain(edit)
  })
})
