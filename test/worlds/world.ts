import type { AddressInfo } from 'node:net'
import { type Db, openDb, postsPage, withDatabase } from '@posthorn/db'
import { openIngress } from '@posthorn/ingress'
import { connectFailingFast, connectWaiting, redisReady } from '@posthorn/queue'
import { buildApp, newId, openLog } from '@posthorn/server'
import { openWorker, type WorkerOptions } from '@posthorn/worker'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { firstHookKey, templateDatabase } from './known.js'

const log = openLog('test', 'silent')

export type WorldOptions = {
  /** A Redis of the test's own; the run's shared one when absent. */
  redisUrl?: string
  /** Calls of a hook; unlimited when absent. */
  hookRate?: { points: number; seconds: number }
  bodyLimitBytes?: number
  /** Deliveries stay in Redis until the test calls `work`. */
  workerLater?: boolean
  /** What everything in Redis begins with; a new one when absent. */
  prefix?: string
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** A database and a queue of its own, an ingress on a real port and a worker; ended with the test. */
export async function startWorld(options: WorldOptions = {}) {
  const databaseUrl = await cloneDatabase()
  const redisUrl = options.redisUrl ?? inject('redis')
  const prefix = options.prefix ?? `test-${newId()}`
  const db = openDb(databaseUrl, { poolSize: 4 })
  const redis = connectFailingFast(redisUrl)
  await redisReady(redis, 10_000)
  const hookRate = options.hookRate ?? 'off'
  const ingress = await openIngress({
    db,
    redis,
    hookRate,
    prefix,
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
  })
  const app = buildApp({ log, versionId: 'test' })
  ingress.routes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const closing: (() => Promise<unknown>)[] = []
  const work = async (workerOptions: Partial<WorkerOptions> = {}) => {
    const waiting = connectWaiting(redisUrl)
    const worker = await openWorker({ db, redis: waiting, log, prefix, ...workerOptions })
    closing.push(worker.close, async () => waiting.disconnect())
    return worker
  }
  if (!options.workerLater) await work()

  onTestFinished(async () => {
    await app.close()
    for (const close of [...closing, ingress.close]) await close()
    redis.disconnect()
    await db.$disconnect()
    await dropDatabase(databaseUrl)
  })
  const hookUrl = `${url}/hooks/${firstHookKey}`
  return { db, databaseUrl, redisUrl, redis, prefix, url, hookUrl, work, ...asking(db, hookUrl) }
}

/** What tests do and ask, in the words of the domain. */
function asking(db: Db, hookUrl: string) {
  const channelNamed = (name: string) => db.channel.findFirstOrThrow({ where: { name } })
  return {
    channelNamed,
    /** POST a payload as JSON. */
    send: (payload: unknown, headers: Record<string, string> = {}) =>
      fetch(hookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    /** The posts of a channel in reading order. */
    posts: async (channel = 'town-square') => {
      const { id } = await channelNamed(channel)
      return (await postsPage(db, id, 0, 100_000)).toReversed()
    },
    /** The messages of a channel in reading order. */
    messages: async (channel = 'town-square') => {
      const { id } = await channelNamed(channel)
      return (await postsPage(db, id, 0, 100_000)).toReversed().map(({ message }) => message)
    },
    /** What became of every delivery. */
    outcomes: async () => {
      const rows = await db.delivery.findMany({ orderBy: { id: 'asc' } })
      return rows.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome))
    },
  }
}

async function cloneDatabase(): Promise<string> {
  const name = `world_${newId()}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  return withDatabase(inject('postgres'), name)
}

export async function dropDatabase(url: string): Promise<void> {
  await onServer(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject('postgres'), 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
