import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '@posthorn/db'
import { connectFailingFast, redisReady } from '@posthorn/queue'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { killRunning, newDataDir, startPosthorn } from '../standalone/posthorn.js'
import { eventually } from '../support/eventually.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning)) // hooks run in reverse order

/** Limits per second without calls: twice what was measured. A timer of 10 ms alone would wake a process 100 times. */
const atMost = {
  commands: 30,
  connectionsToRedis: 0,
  queries: 8,
  connectionsToPostgres: 0.5,
  wakeUps: 50,
  workerWakeUps: 40,
}

/** Time of the process by which all work after a start is done. */
const settledAfter = 200
const watchedFor = 250

test('queries rarely, opens no connections and lets its processes sleep while idle', async () => {
  const { dataDir, remove } = await newDataDir()
  const posthorn = await startPosthorn(dataDir)
  onTestFinished(async () => {
    await posthorn.stop()
    remove()
  })
  const worker = posthorn.pidOf(/worker\/dist\/main/)
  const read = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8')
  const { db, postgres } = await askPostgres(read)
  const redis = await askRedis(read)
  await db.$executeRawUnsafe("ALTER SYSTEM SET log_connections = 'receipt'")
  await db.$executeRawUnsafe('SELECT pg_reload_conf()')

  const counts = async () => ({
    ...(await redis()),
    ...(await postgres()),
    wakeUps: wakeUpsOf(posthorn.pid),
    workerWakeUps: wakeUpsOf(worker),
  })
  const wakesUp = async (times: number) => {
    const before = wakeUpsOf(posthorn.pid)
    await eventually(() => expect(wakeUpsOf(posthorn.pid) - before).toBeGreaterThan(times))
  }
  await wakesUp(settledAfter)
  const [before, beganAt] = [await counts(), performance.now()]
  await wakesUp(watchedFor)
  const [after, seconds] = [await counts(), (performance.now() - beganAt) / 1000]

  for (const [what, most] of Object.entries(atMost)) {
    const name = what as keyof typeof atMost
    expect((after[name] - before[name]) / seconds, what).toBeLessThanOrEqual(most)
  }
  expect(after.queries).toBeGreaterThan(before.queries) // it did not stop working
})

type Read = (...path: string[]) => string

async function askPostgres(read: Read) {
  const [, , , port] = read('postgres', 'data', 'postmaster.pid').split('\n')
  const url = `postgresql://posthorn:${read('postgres', 'password').trim()}@127.0.0.1:${port}`
  const db = openDb(`${url}/postgres`, { poolSize: 1 })
  onTestFinished(() => db.$disconnect())
  const postgres = async () => {
    const [row] = await db.$queryRaw<{ queries: number }[]>`
      SELECT xact_commit::int AS queries FROM pg_stat_database WHERE datname = 'posthorn'`
    const received = read('postgres', 'postgres.log').match(/connection received/g) ?? []
    return { queries: row?.queries ?? 0, connectionsToPostgres: received.length }
  }
  return { db, postgres }
}

async function askRedis(read: Read) {
  const [, port] = /^port (\d+)/m.exec(read('redis', 'redis.conf')) ?? []
  const redis = connectFailingFast(`redis://:${read('redis', 'password').trim()}@127.0.0.1:${port}`)
  onTestFinished(() => redis.disconnect())
  await redisReady(redis, 60_000)
  return async () => {
    const stats = await redis.info('stats')
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(stats)?.[1])
    return {
      commands: figure('total_commands_processed'),
      connectionsToRedis: figure('total_connections_received'),
    }
  }
}

/** Returns how often the main thread of a process was woken. */
function wakeUpsOf(pid: number): number {
  const [, times] =
    /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(times)
}
