import {
  connectFailingFast,
  connectWaiting,
  consume,
  type OwnWork,
  openProducer,
  redisReady,
  type Work,
} from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { Queue, Worker } from 'bullmq'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { openTransaction } from '../support/open-transaction.js'
import { startWorld } from '../support/world.js'

/** Shorter than a lock of a batch lasts, so that nothing waited for one. */
const beforeLocksExpireMs = 8000
/** A process rests for a second after a batch that it handed back. */
const restMs = 1000

/** Opens a producer that posts small batches itself, and whose deliveries have waiting callers. */
async function startProducer({
  post = async () => 'recorded',
  isWanted = () => true,
}: Partial<OwnWork> = {}) {
  const [prefix, redis] = [`test-${newId()}`, connectFailingFast(inject('redis'))]
  await redisReady(redis, 60_000)
  const own: string[] = []
  const ownPost: Work['post'] = async (deliveries, ...more) => {
    own.push(...deliveries.map(({ id }) => id))
    return post(deliveries, ...more)
  }
  const producer = openProducer(redis, { prefix, ownWork: { post: ownPost, isWanted } })
  onTestFinished(() => redis.disconnect())
  const enqueue = async (text = 'x', more: { answerTo?: string } = { answerTo: 'ingress' }) => {
    const id = newId()
    const delivery = { id, hookId: newId(), requestId: newId(), payload: text, posts: 1, ...more }
    expect(await producer.enqueue(delivery)).toBe('kept')
    return id
  }
  const keyOf = (name: string) => `${prefix}:deliveries:${name}`
  const waiting = () => redis.llen(keyOf('wait'))
  const active = () => redis.llen(keyOf('active'))
  return { prefix, redis, enqueue, own, keyOf, waiting, active, close: producer.close }
}

type Producing = Awaited<ReturnType<typeof startProducer>>

/** Opens a worker. Returns the ids of the deliveries that it posts. */
async function startWorker({ prefix }: Producing, lockDurationMs = 10_000): Promise<string[]> {
  const redis = connectWaiting(inject('redis'))
  const posted: string[] = []
  const work: Work = {
    post: async deliveries => {
      posted.push(...deliveries.map(({ id }) => id))
      return 'recorded'
    },
    giveUp: async () => 'recorded',
    threw: () => {},
  }
  const options = { prefix, lockDurationMs, stalledIntervalMs: lockDurationMs / 2 }
  const consumer = await consume(redis, work, options)
  onTestFinished(async () => {
    await consumer.close()
    redis.disconnect()
  })
  return posted
}

/** Takes a waiting batch with BullMQ's own worker. */
async function takeByBullmq(prefix: string): Promise<void> {
  const connection = connectWaiting(inject('redis'))
  const options = { connection, prefix, skipVersionCheck: true, autorun: false, lockDuration: 10_000 }
  const worker = new Worker('deliveries', async () => {}, options)
  await worker.getNextJob('token', { block: false })
  await worker.close()
  connection.disconnect()
}

/** Reads how the batch in progress is stored and locked. */
async function readActive({ redis, keyOf }: Producing) {
  const [id = ''] = await redis.lrange(keyOf('active'), '0', '0')
  const { timestamp, processedOn, data, opts, ...fields } = await redis.hgetall(keyOf(id))
  const remainingMs = await redis.pttl(keyOf(`${id}:lock`))
  return {
    fields,
    isNow: [timestamp, processedOn].every(time => Math.abs(Number(time) - Date.now()) < 3_600_000),
    isLocked: remainingMs > 0 && remainingMs <= 10_000,
    hasAll: Boolean(data && opts),
  }
}

/** A post that ends when the test says so. */
function held() {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const post: Work['post'] = () => released.then(() => 'recorded')
  return { post, release: () => release() }
}

test('an ingress posts a lone delivery itself while its caller waits, without any worker', async () => {
  const { hookUrl, db, redis, prefix } = await startWorld({
    workerLater: true,
    postsOwn: true,
    confirm: true,
  })
  const sent = await sendTo(hookUrl, { text: 'alone' })
  expect([sent.status, await sent.text()]).toEqual([200, 'ok'])
  expect(await db.post.count({ where: { message: 'alone' } })).toBe(1)
  const refused = await sendTo(hookUrl, { text: 'lost', channel: 'nowhere' })
  expect(refused.status).toBe(404)
  await eventually(async () => expect(await redis.llen(`${prefix}:deliveries:active`)).toBe(0))
  expect(await redis.keys(`${prefix}:deliveries:*-*`)).toEqual([])
})

test('leaves deliveries to the workers if nobody waits for their outcomes', async () => {
  const { enqueue, own, waiting } = await startProducer()
  await enqueue('x', {})
  expect([own, await waiting()]).toEqual([[], 1])
})

test('stores a batch of its own as if BullMQ had handed it out', async () => {
  const theirs = await startProducer({ isWanted: () => false })
  await theirs.enqueue()
  await takeByBullmq(theirs.prefix)
  const { post, release } = held()
  const ours = await startProducer({ post })
  await ours.enqueue()
  expect(await readActive(ours)).toEqual(await readActive(theirs))
  expect(await readActive(ours)).toMatchObject({ isNow: true, isLocked: true, hasAll: true })
  const queue = new Queue('deliveries', {
    connection: ours.redis,
    prefix: ours.prefix,
    skipVersionCheck: true,
  })
  onTestFinished(() => queue.close())
  expect(await queue.getJobCounts('wait', 'active')).toEqual({ wait: 0, active: 1 })
  release()
  await eventually(async () =>
    expect(await queue.getJobCounts('wait', 'active')).toEqual({ wait: 0, active: 0 }),
  )
})

test.each([
  ['was handed back', async () => 'handed_back' as const],
  ['was set aside', async () => 'set_aside' as const],
  ['waits for its post', async deliveries => ({ postponed: deliveries })],
  ['threw', () => Promise.reject(new Error('a fault'))],
] satisfies [string, Work['post']][])('a worker posts what %s, and the next batches', async (_, post) => {
  const producing = await startProducer({ post })
  const posted = await startWorker(producing)
  const before = performance.now()
  const first = await producing.enqueue()
  await eventually(() => expect(posted).toEqual([first]))
  const next = await producing.enqueue()
  const tookMs = performance.now() - before
  await eventually(() => expect(posted).toEqual([first, next]))
  expect(performance.now() - before).toBeLessThan(beforeLocksExpireMs)
  if (tookMs < restMs) expect(producing.own).toEqual([first])
})

test('a worker posts the batch of a process that died, once its lock has expired', async () => {
  const producing = await startProducer({ post: () => new Promise(() => {}) })
  const id = await producing.enqueue()
  expect([producing.own, await producing.active()]).toEqual([[id], 1])
  for (const key of await producing.redis.keys(producing.keyOf('*:lock'))) await producing.redis.del(key)
  const posted = await startWorker(producing, 1000)
  await eventually(() => expect(posted).toEqual([id]))
})

test('takes no more batches than are posted soon', async () => {
  const { post, release } = held()
  const producing = await startProducer({ post })
  await producing.enqueue('x'.repeat(40_000))
  expect([producing.own.length, await producing.waiting()]).toEqual([0, 1]) // a large one
  const posted = await startWorker(producing)
  await eventually(() => expect(posted).toHaveLength(1))
  for (let call = 0; call < 40; call++) await producing.enqueue()
  await eventually(() => expect(posted.length).toBeGreaterThan(20))
  expect(producing.own).toHaveLength(1) // the others wait for the first
  release()
  await eventually(() => expect([...posted, ...producing.own]).toHaveLength(41))
})

test('takes nothing while older batches wait', async () => {
  let isWanted = false
  const { enqueue, own, waiting } = await startProducer({ isWanted: () => isWanted })
  await enqueue('x', {})
  isWanted = true
  await enqueue()
  expect(own).toEqual([])
  expect(await waiting()).toBe(1) // it joined the one that waits
})

test('finishes its batches when it closes', async () => {
  const { post, release } = held()
  const { enqueue, close, active } = await startProducer({ post })
  await enqueue()
  const closing = close()
  release()
  await closing
  expect(await active()).toBe(0)
})

test('leaves batches to the workers while more than 16 callers wait', async () => {
  const world = await startWorld({ workerLater: true, postsOwn: true, confirm: true })
  const { hookUrl, db, work, waiting } = world
  const lock = await openTransaction(world.databaseUrl)
  await lock.query('LOCK TABLE posts IN EXCLUSIVE MODE')
  const texts = Array.from({ length: 40 }, (_, index) => `held ${index}`)
  const sending = texts.map(text => sendTo(hookUrl, { text }))
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0))
  await lock.commit()
  await work()
  for (const answer of await Promise.all(sending)) expect(answer.status).toBe(200)
  await eventually(async () =>
    expect(await db.post.count({ where: { message: { startsWith: 'held' } } })).toBe(40),
  )
})
