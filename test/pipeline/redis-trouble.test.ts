import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  connectFailingFast,
  connectWaiting,
  consume,
  type Delivery,
  openProducer,
  type Redis,
  redisReady,
} from '@posthorn/queue'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { canFillDisk, fillDisk } from '../support/full-disk.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProxy } from '../support/start-proxy.js'
import { startWorld } from '../support/world.js'

/** A sender waits at most 3 s while Redis fails. A slow and busy machine takes several times as long. */
const withinMs = 5 * 3000

type Trouble = {
  what: string
  begin: (admin: Redis) => Promise<unknown>
  end: (admin: Redis) => Promise<unknown>
}

const troubles: Trouble[] = [
  {
    what: 'out of memory',
    begin: admin => admin.config('SET', 'maxmemory', '1mb'),
    end: admin => admin.config('SET', 'maxmemory', '0'),
  },
  {
    what: 'a read-only replica',
    begin: admin => admin.replicaof('127.0.0.1', 1),
    end: admin => admin.replicaof('NO', 'ONE'),
  },
]

test.each(troubles)(
  'responds 503 with Retry-After while Redis is $what, with and without a rate limit, and ok afterwards',
  async ({ begin, end }) => {
    const { redis } = await startOwnRedis()
    const admin = await adminOf(redis.url)
    const { send, messages } = await startWorld({
      redisUrl: redis.url,
      hookRate: { points: 50, seconds: 2 },
    })
    expect((await send({ text: 'before' })).status).toBe(200)
    await eventually(async () => expect(await messages()).toEqual(['before']))

    await begin(admin)
    for (let calls = 0; calls < 10; calls++) await expectUnavailable(send)
    await end(admin)
    await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
    await eventually(async () => expect(await messages()).toEqual(['before', 'after']))
  },
)

test.runIf(canFillDisk)(
  'responds 503 after Redis exits on a full disk, and ok after it restarts with free space',
  async () => {
    const { redis, again } = await startOwnRedis()
    const admin = await adminOf(redis.url)
    const { send, messages } = await startWorld({ redisUrl: redis.url })
    expect((await send({ text: 'before' })).status).toBe(200)
    await eventually(async () => expect(await messages()).toEqual(['before']))

    const { makeRoom } = await fillDisk(admin)
    await expectUnavailable(send)
    expect(await redis.exited).toMatchObject({ code: 1 })
    await expectUnavailable(send)
    await makeRoom()
    await again()
    await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
    await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
    expect(await messages()).not.toContain('while it is in trouble')
  },
)

test.runIf(canFillDisk)(
  'responds 503 while a Redis that does not sync every write has a full disk, and ok when there is space',
  async () => {
    const { redis } = await startOwnRedis()
    const admin = await adminOf(redis.url)
    const { send, messages } = await startWorld({ redisUrl: redis.url })
    await admin.config('SET', 'appendfsync', 'everysec')
    await fillDisk(admin)
    // Redis confirms the first writes before syncing them, of which the ingress warns at startup
    await eventually(async () => expect((await send({ text: 'before' })).status).toBe(503))
    await expectUnavailable(send)
    await admin.bgrewriteaof() // continues in another file
    await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
    await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
  },
)

test('responds 503 while Redis hangs longer than any deadline, and then the worker continues', async () => {
  const { redis } = await startOwnRedis()
  const { send, messages } = await startWorld({ redisUrl: redis.url })
  expect((await send({ text: 'before' })).status).toBe(200)
  await eventually(async () => expect(await messages()).toEqual(['before']))
  process.kill(redis.pid, 'SIGSTOP')
  const stoppedAt = performance.now()
  while (performance.now() - stoppedAt < 8000) await expectUnavailable(send)
  process.kill(redis.pid, 'SIGCONT')
  await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
  await eventually(async () => expect((await messages()).at(-1)).toBe('after'))
})

test('responds 503 within 3 s when connections to Redis fall silent, and reconnects, like the worker', async () => {
  const { redis } = await startOwnRedis()
  const proxy = await startProxy(redis.url)
  const { send, messages } = await startWorld({ redisUrl: proxy.url })
  expect((await send({ text: 'before' })).status).toBe(200)
  await eventually(async () => expect(await messages()).toEqual(['before']))
  proxy.fallSilent('both ways')
  await expectUnavailable(send)
  await eventually(async () => expect((await send({ text: 'after' })).status).toBe(200))
  await eventually(async () => expect(await messages()).toEqual(['before', 'after']))
})

test('does not retry in a tight loop when Redis refuses, and finishes its open batch later', async () => {
  const { redis } = await startOwnRedis()
  const [admin, way, waiting] = [
    await adminOf(redis.url),
    await adminOf(redis.url),
    connectWaiting(redis.url),
  ]
  const producer = await openProducer(way)
  const begun: string[] = []
  const gate = new EventEmitter()
  const post = async ([delivery]: Delivery[]) => {
    begun.push(delivery?.id ?? '')
    if (begun.length === 1) await once(gate, 'open')
    return 'recorded' as const
  }
  const work = { post, giveUp: async () => 'recorded' as const, threw: () => {} }
  const consumer = await consume(waiting, work, { concurrency: 1 })
  onTestFinished(async () => {
    await admin.replicaof('NO', 'ONE') // closing waits for the open batch
    // BullMQ waits forever if it closes a connection between two attempts to connect
    await Promise.race([Promise.all([consumer.close(), producer.close()]), setTimeout(10_000)])
    waiting.disconnect()
  })
  const keep = (id: string) => producer.enqueue({ id, hookId: 'hook', requestId: '', payload: '{}' })
  await keep('first')
  await eventually(() => expect(begun).toEqual(['first']))
  await keep('second')

  await admin.replicaof('127.0.0.1', 1)
  gate.emit('open')
  const refusals = async () =>
    Number(/errorstat_READONLY:count=(\d+)/.exec(await admin.info('errorstats'))?.[1] ?? 0)
  await eventually(async () => expect(await refusals()).toBeGreaterThan(2))
  const [began, before] = [performance.now(), await refusals()]
  await setTimeout(3000) // ignores the first tries, which come all at once
  const perSecond = ((await refusals()) - before) / ((performance.now() - began) / 1000)
  expect(perSecond).toBeLessThan(100) // BullMQ by itself: tens of thousands
  await admin.replicaof('NO', 'ONE')
  await eventually(async () => expect(await admin.llen('posthorn:deliveries:active')).toBe(0))
  expect([...new Set(begun)]).toEqual(['first', 'second']) // a batch whose end Redis refused runs once more
})

async function expectUnavailable(send: (payload: unknown) => Promise<Response>): Promise<void> {
  const began = performance.now()
  const answer = await send({ text: 'while it is in trouble' })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(performance.now() - began).toBeLessThan(withinMs)
}

/** Opens the operator's connection. */
async function adminOf(redisUrl: string): Promise<Redis> {
  const admin = connectFailingFast(redisUrl)
  onTestFinished(() => admin.disconnect())
  await redisReady(admin, 60_000)
  return admin
}
