import { replicaTrouble } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { startReplicated } from '../redis/servers.js'
import { eventually } from '../support/eventually.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

test('responds ok only once a replica has the delivery, and says so if none confirms it', async () => {
  const { primary, replicas, redis } = await startReplicated(1)
  const [replica] = replicas
  if (!replica) throw new Error('no replica')
  const { send, messages } = await startWorld({ redisUrl: primary.url, replicas: 1 })
  expect(await replicaTrouble(redis, 1)).toBeUndefined()
  expect(await (await send({ text: 'confirmed' })).text()).toBe('ok')

  process.kill(replica.pid, 'SIGSTOP')
  const answers = await Promise.all(['a', 'b'].map(text => send({ text })))
  const keyed = await send({ text: 'c' }, { 'idempotency-key': 'c' })
  expect([...answers, keyed].map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await answers[0]?.text()).toContain('no replica of the queue has confirmed it')
  expect(answers[0]?.headers.get('x-delivery-id')).toMatch(/^\w{26}$/)
  process.kill(replica.pid, 'SIGCONT')
  await eventually(async () => {
    const again = await send({ text: 'c' }, { 'idempotency-key': 'c' })
    expect(await again.text()).toBe('ok')
  })
  await eventually(async () => expect((await messages()).toSorted()).toEqual(['a', 'b', 'c', 'confirmed']))
})

test('says what ok means if a failover can lose deliveries, and why calls get 503', async () => {
  const { redis } = await startReplicated(1)
  expect(await replicaTrouble(redis, 0)).toBe(
    'REDIS_REPLICAS is 0: ok means stored by the primary, and a failover can lose the last deliveries',
  )
  expect(await replicaTrouble(redis, 2)).toBe('REDIS_REPLICAS is 2, but 1 are connected: senders get 503')
})

test('stores nothing that Redis rejects because min-replicas-to-write is not met', async () => {
  const { primary, replicas, redis } = await startReplicated(1)
  const { send, stored } = await startWorld({ redisUrl: primary.url, replicas: 1, workerLater: true })
  await redis.config('SET', 'min-replicas-to-write', '1')
  expect(await (await send({ text: 'with a replica' })).text()).toBe('ok')
  process.kill(replicas[0]?.pid ?? 0, 'SIGKILL')
  await eventually(async () => expect(await replicaTrouble(redis, 1)).toContain('0 are connected'))
  const rejected = await send({ text: 'without a replica' })
  expect(rejected.status).toBe(503)
  expect(await rejected.text()).toContain('not stored because the queue is not accepting new ones')
  expect(await stored()).toBe(1)
})

test.each(['ingress', 'api'] as const)(
  'the %s says in its log and in /readyz what ok means without replicas',
  async role => {
    const { primary } = await startReplicated(1)
    const { databaseUrl } = await startWorld()
    const process = await startWithOps(role, { DATABASE_URL: databaseUrl, REDIS_URL: primary.url })
    await process.untilReady()
    const meaning = 'ok means stored by the primary, and a failover can lose the last deliveries'
    await eventually(() => expect(process.written()).toContain(`REDIS_REPLICAS is 0: ${meaning}`))
    expect(process.written()).toContain('this Redis may lose accepted deliveries')
    const { warnings } = await process.readiness()
    expect(warnings).toContain(`redis_replicas: REDIS_REPLICAS is 0: ${meaning}`)
  },
)
