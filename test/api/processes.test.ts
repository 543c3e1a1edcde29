import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startOwnRedis } from '../support/own-redis.js'
import { startWithOps } from '../support/processes.js'
import { startApi } from './start-api.js'

/** Starts an ingress and a worker as processes next to an API. */
async function startProcesses() {
  const { redis } = await startOwnRedis()
  const api = await startApi(undefined, { redisUrl: redis.url, prefix: 'posthorn' })
  const { client } = api.callerWith(await api.tokenOf('admin'))
  const env = { DATABASE_URL: api.databaseUrl, REDIS_URL: redis.url }
  const [ingress, worker] = await Promise.all([startWithOps('ingress', env), startWithOps('worker', env)])
  await Promise.all([ingress.untilReady(), worker.untilReady()]) // earlier, a signal ends them without a farewell
  const listed = async () => {
    const { alive, lost } = await client.listProcesses()
    return [alive, lost].map(some => some.map(({ pid }) => pid).toSorted())
  }
  /** Leaves out that the Postgres of the tests syncs nothing. */
  const problems = async () =>
    (await client.getHealth()).problems.map(({ part }) => part).filter(part => part !== 'durability')
  return { client, ingress: ingress.child, worker: worker.child, listed, problems }
}

test('lists live processes, reports a killed one as lost, and drops one that stopped', async () => {
  const { client, ingress, worker, listed, problems } = await startProcesses()
  const pids = [ingress.pid, worker.pid].toSorted()
  await eventually(async () => expect(await listed()).toEqual([pids, []]))
  expect(await problems()).toEqual([])
  for (const { memory_bytes, cpu_share, host } of (await client.listProcesses()).alive)
    expect([memory_bytes > 20e6, cpu_share >= 0, host !== '']).toEqual([true, true, true])

  worker.kill('SIGKILL')
  ingress.kill('SIGTERM')
  await eventually(async () => expect(await listed()).toEqual([[], [worker.pid]]))
  expect(await problems()).toEqual(['ingress', 'worker', 'process'])
})
