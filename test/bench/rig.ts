import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Db, ensureDatabase, firstRun, migrate, openDb } from '@posthorn/db'
import { connectWaiting, defaultPrefix, queueName } from '@posthorn/queue'
import { newId } from '@posthorn/server'
import { freePort, startPostgres, startRedis } from '@posthorn/standalone/services'
import pg from 'pg'
import { answers, measured, programs, run } from './processes.js'

const hookKey = 'benchbenchbenchbenchbench1'
const unlimited = '999999999/60'

export type Rig = Awaited<ReturnType<typeof openRig>>

/** Postgres and Redis with everything synced as promised, and the processes that are measured on them. */
export async function openRig() {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-bench-'))
  const log = () => {}
  const [postgres, redis] = await Promise.all([startPostgres({ dataDir, log }), startRedis({ dataDir, log })])
  await ensureDatabase(postgres.url)
  await migrate(postgres.url)
  const db = openDb(postgres.url)
  const means = {
    nowMs: Date.now(),
    newId,
    hookKey,
    passwordHashes: { admin: '-', user: '-' },
    hookConfirm: false,
  }
  await firstRun(db, means, async () => {})
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' }

  const ingress = async (limit: 'limited' | 'off') => {
    const port = await freePort()
    const program = run(programs.ingress, [], {
      ...env,
      PORT: String(port),
      HOOK_RATE: limit === 'off' ? 'off' : unlimited,
    })
    await answers(`http://127.0.0.1:${port}/readyz`)
    return { ...program, url: `http://127.0.0.1:${port}/hooks/${hookKey}` }
  }
  const plain = async (program: string) => {
    const port = await freePort()
    const started = run(program, [String(port), redis.url])
    await answers(`http://127.0.0.1:${port}/`)
    return { ...started, url: `http://127.0.0.1:${port}/hooks/${hookKey}` }
  }
  const worker = async () => {
    const port = String(await freePort())
    const started = run(programs.worker, [], { ...env, OPS_PORT: port })
    await answers(`http://127.0.0.1:${port}/readyz`)
    return started
  }
  const workers = async (count: number) => {
    const started = await Promise.all(Array.from({ length: count }, worker))
    return { stop: () => Promise.all(started.map(each => each.stop())) }
  }
  const asking = connectWaiting(redis.url)
  const close = async () => {
    asking.disconnect()
    await db.$disconnect()
    await Promise.all([postgres.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
    await rm(postgres.folder, { recursive: true, force: true })
  }
  return {
    db,
    ingress,
    bare: () => plain(programs.bare),
    queueAdd: () => plain(programs.queueAdd),
    worker,
    workers,
    /** Resolves to calls a second. */
    send: (url: string, calls: number, run: string) => measured(programs.load, [url, String(calls), run]),
    /** One in twenty goes to the channel `sampled`; resolves to how many did. */
    sendPaced: (url: string, callsPerSecond: number, calls: number, run: string, sampled: string) =>
      measured(programs.paced, [url, String(callsPerSecond), String(calls), run, sampled]),
    /** Resolves to posts a second. */
    createEach: (count: number, run: string) => measured(programs.createEach, [String(count), run], env),
    lockPosts: () => lockPosts(postgres.url),
    redisMemory: async () => Number(/^used_memory:(\d+)/m.exec(await asking.info('memory'))?.[1]),
    /** Waiting, or in the hands of a worker. */
    batches: async () => {
      const counts = await Promise.all(['wait', 'active'].map(state => asking.llen(queueKey(state))))
      return counts.reduce((sum, count) => sum + count)
    },
    close,
  }
}

const queueKey = (state: string) => `${defaultPrefix}:${queueName}:${state}`

/** Lets nobody write posts until what it resolves to is called. */
async function lockPosts(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE posts IN EXCLUSIVE MODE')
  return () => client.end()
}

/**
 * Waits until the deliveries of a run are posted, and holds every one against the database: each there, once, with one
 * post of its own text. `before` are those of other runs.
 */
export async function assertPosted(db: Db, run: string, calls: number, before: number): Promise<void> {
  for (const deadline = performance.now() + 120_000; (await posted(db)) < calls + before; await delay(20)) {
    if (performance.now() > deadline) {
      throw new Error(`run ${run}: not everything was posted within two minutes`)
    }
  }
  const [found] = await db.$queryRaw<{ posted: number; posts: number; texts: number }[]>`
    SELECT (SELECT count(*)::int FROM deliveries WHERE outcome = 'posted' AND post_count = 1) - ${before} AS posted,
      count(*)::int AS posts, count(DISTINCT message)::int AS texts FROM posts WHERE message LIKE ${`Build **${run}/%`}`
  const wrong = Object.entries(found ?? { posted: 0 }).find(([, count]) => count !== calls)
  if (wrong)
    throw new Error(`run ${run}: ${calls} calls were answered ok, but there are ${wrong[1]} ${wrong[0]}`)
}

/** By the channels' own counters: a few rows, so that waiting takes nothing from what is measured. */
export async function posted(db: Db): Promise<number> {
  const { _sum } = await db.channel.aggregate({ _sum: { totalMsgCount: true } })
  return Number(_sum.totalMsgCount)
}

/** Empties what a run fills. */
export async function forget(db: Db): Promise<void> {
  await db.$executeRaw`TRUNCATE deliveries, posts, mentions`
  await db.$executeRaw`UPDATE channels SET total_msg_count = 0`
}
