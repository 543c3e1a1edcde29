import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { mapWithLimit } from '../support/map-with-limit.js'
import { startOwnRedis } from '../support/own-redis.js'
import { until } from '../support/progress.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld } from '../support/world.js'

/** Time for a slow machine to detect dead workers' batches and to try their deliveries one by one. */
const patienceMs = 900_000

test(
  'posts everything accepted exactly once although workers are killed during a batch three times in a row',
  async () => {
    const { redis } = await startOwnRedis()
    const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
    const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url }
    const texts = Array.from({ length: 3000 }, (_, index) => `number ${index} ${'and **more** '.repeat(200)}`)
    const answers = await mapWithLimit(100, texts, text => world.send({ text }))
    // on a busy machine, Redis may respond too late for some, which get a 503 and may be stored or not
    const accepted = texts.filter((_, index) => answers[index]?.status === 200)
    expect(accepted.length).toBeGreaterThan(texts.length / 2)

    const active = async () =>
      (await world.redis.llen('posthorn:deliveries:active')) +
      (await world.redis.llen('posthorn:flood:active'))
    for (let kills = 0; kills < 3; kills++) {
      const before = await active()
      const worker = await startWorkerProcess(env)
      await eventually(async () => expect(await active()).toBeGreaterThan(before))
      process.kill(worker.pid, 'SIGKILL')
      await worker.exited
      expect(await active()).toBeGreaterThan(0) // it was processing a batch
    }
    await startWorkerProcess(env)
    await until(accepted.length, () => world.db.delivery.count())
    await world.allWorked()
    const posted = await world.messages()
    expect(new Set(posted).size).toBe(posted.length)
    expect(posted).toEqual(expect.arrayContaining(accepted))
    expect(await world.redis.zcard('posthorn:deliveries:failed')).toBe(0)
    expect(await world.redis.zcard('posthorn:flood:failed')).toBe(0)
  },
  patienceMs,
)

test(
  'rejects a payload that makes the renderer throw, and posts its neighbours',
  async () => {
    const world = await startWorld({ workerLater: true })
    const texts = ['before', 'this makes the renderer throw', 'after']
    await Promise.all(texts.map(text => world.send({ text })))
    await startWorkerProcess(
      { DATABASE_URL: world.databaseUrl, REDIS_URL: world.redisUrl, PREFIX: world.prefix },
      'fragile',
    )
    await until(3, () => world.db.delivery.count())
    expect((await world.messages()).toSorted()).toEqual(['after', 'before'])
    const rejected = await world.db.delivery.findFirstOrThrow({ where: { outcome: 'rejected' } })
    expect(rejected).toMatchObject({
      reason: 'unprocessable',
      payload: '{"text":"this makes the renderer throw"}',
    })
    expect(await world.redis.zcard(`${world.prefix}:deliveries:failed`)).toBe(0)
  },
  patienceMs,
)

test(
  'rejects a payload that crashes the process, and posts its neighbours',
  async () => {
    const world = await startWorld({ workerLater: true })
    const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: world.redisUrl, PREFIX: world.prefix }
    const texts = ['one', 'two', 'this ends the process', 'three', 'four']
    await Promise.all(texts.map(text => world.send({ text })))
    let deaths = 0
    let done = false
    const keepAlive = async () => {
      while (!done) {
        const worker = await startWorkerProcess(env, 'fragile')
        await Promise.race([
          worker.exited.then(() => deaths++),
          eventually(() => expect(done).toBe(true), patienceMs),
        ])
      }
    }
    const keeping = keepAlive()
    await eventually(async () => expect(await world.outcomes()).toHaveLength(5), patienceMs).finally(() => {
      done = true
    })
    await keeping
    expect((await world.messages()).toSorted()).toEqual(['four', 'one', 'three', 'two'])
    const rejected = await world.db.delivery.findFirstOrThrow({ where: { outcome: 'rejected' } })
    expect(rejected).toMatchObject({ reason: 'unprocessable', payload: '{"text":"this ends the process"}' })
    expect(deaths).toBeGreaterThanOrEqual(5)
  },
  patienceMs,
)
