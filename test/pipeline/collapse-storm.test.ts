import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { mapWithLimit } from '../support/map-with-limit.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startProcess } from '../support/processes.js'
import { startWorkerProcess } from '../support/worker-process.js'
import { startWorld } from '../support/world.js'

test('a storm of repeats over two workers, of which one is killed, is one post that counts every delivery', async () => {
  const { redis } = await startOwnRedis()
  const world = await startWorld({ redisUrl: redis.url, workerLater: true, prefix: 'posthorn' })
  await world.db.hook.updateMany({ data: { collapseSeconds: 3600 } })
  const env = { DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url }
  const [port, opsPort] = [String(await freePort()), String(await freePort())]
  await startProcess('ingress', { ...env, PORT: port, OPS_PORT: opsPort, HOOK_RATE: 'off' })
  const url = `http://127.0.0.1:${port}${new URL(world.hookUrl).pathname}`
  const workers = [await startWorkerProcess(env), await startWorkerProcess(env)]
  const calls = Array.from({ length: 120 }, (_, index) => index)
  await mapWithLimit(10, calls, async index => {
    const headers = { 'idempotency-key': `call ${index}` }
    const payload = { text: index % 40 === 7 ? `other ${index}` : 'disk full' }
    for (let copy = 0; copy < 2; copy++) expect((await sendTo(url, payload, headers)).status).toBe(200)
    if (index !== 60) return
    process.kill(workers[0]?.pid ?? 0, 'SIGKILL')
    await startWorkerProcess(env)
  })
  await eventually(async () => expect(await world.db.delivery.count()).toBe(120))
  await world.allWorked()
  const posts = await world.posts()
  expect(posts).toHaveLength(4)
  const [storm] = posts.filter(({ message }) => message.startsWith('disk full'))
  expect(storm?.message).toMatch(/^disk full\n\n× 117, last at /)
  expect(storm?.props.repeats).toMatchObject({ count: 117 })
  const outcomes = await world.outcomes()
  expect(outcomes.filter(outcome => outcome === 'collapsed')).toHaveLength(116)
}, 300_000)
