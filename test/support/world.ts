import { type Db, openDb, withDatabase } from '@posthorn/db'
import { connectWaiting, type Redis } from '@posthorn/queue'
import { newId, openLog, openSecretBox, type SecretBox } from '@posthorn/server'
import { openWorker, type WorkerOptions } from '@posthorn/worker'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { templateDatabase } from './constants.js'
import { eventually } from './eventually.js'
import { type StartIngressOptions, sendTo, startIngress } from './ingress.js'

const log = openLog('test', 'silent')
const secretsKey = Buffer.alloc(32, 'key of the tests')

export type WorldOptions = {
  /** A Redis for this test. By default the one that the run shares. */
  redisUrl?: string
  /** The rate limit of a hook. By default unlimited. */
  hookRate?: { points: number; seconds: number }
  bodyLimitBytes?: number
  backlogLimit?: number
  /** How many replicas of Redis must have a delivery before its sender gets `ok`. */
  replicas?: number
  /** Leaves deliveries in Redis until the test calls `work`. */
  workerLater?: boolean
  /** The prefix of all keys in Redis. By default a new one. */
  prefix?: string
  /** The hook responds only when the outcome is known. */
  confirm?: boolean
  /** Returns the URL under which Posthorn reaches this database, for example through a pooler. */
  through?: (databaseUrl: string) => string | Promise<string>
  /** Encrypts the secrets of hooks. By default with a key of the tests. */
  secretBox?: SecretBox
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** Starts a world with its own database and queue, an ingress on a real port, and a worker. It ends with the test. */
export async function startWorld(options: WorldOptions = {}) {
  const databaseUrl = await cloneDatabase()
  const redisUrl = options.redisUrl ?? inject('redis')
  const prefix = options.prefix ?? `test-${newId()}`
  const db = openDb((await options.through?.(databaseUrl)) ?? databaseUrl, { poolSize: 4 })
  if (options.confirm) await db.hook.updateMany({ data: { confirm: true } })
  const { hookRate = 'off', bodyLimitBytes = 1024 * 1024, backlogLimit = 1_000_000 } = options
  const secretBox = options.secretBox ?? openSecretBox(secretsKey)
  const { replicas } = options
  const where = { db, redisUrl, prefix, secretBox, replicas }
  const ingressOptions: StartIngressOptions = { ...where, hookRate, bodyLimitBytes, backlogLimit }
  const { redis, url, hookUrl, close } = await startIngress(ingressOptions)

  const closing: (() => Promise<unknown>)[] = [close]
  /** Starts another ingress with the same queue and database, unless `other` overrides them. */
  const anotherIngress = async (other: Partial<StartIngressOptions> = {}) => {
    const another = await startIngress({ ...ingressOptions, ...other })
    closing.push(another.close)
    return another
  }

  const work = async (workerOptions: Partial<WorkerOptions> = {}) => {
    const waiting = connectWaiting(redisUrl)
    const own: WorkerOptions = { db, redis: waiting, log, prefix, hookRate, backlogLimit }
    const worker = await openWorker({ ...own, ...workerOptions })
    closing.push(worker.close, async () => waiting.disconnect())
    return worker
  }
  if (!options.workerLater) await work()

  onTestFinished(async () => {
    for (const close of closing) await close()
    await db.$disconnect()
    await dropDatabase(databaseUrl)
  })
  return {
    db,
    databaseUrl,
    ...{ redisUrl, redis, prefix, secretBox },
    url,
    hookUrl,
    work,
    anotherIngress,
    ...asking(db, hookUrl),
    ...askingQueue(redis, prefix),
  }
}

type Props = Record<string, unknown>

/** Returns what tests do and query, in domain terms. */
function asking(db: Db, hookUrl: string) {
  const channelNamed = (name: string) => db.channel.findFirstOrThrow({ where: { name } })
  const postsIn = async (channel: string) => {
    const { id: channelId } = await channelNamed(channel)
    const rows = await db.post.findMany({ where: { channelId, deleteAt: 0 }, orderBy: { id: 'asc' } })
    return rows.map(row => ({ ...row, createAt: Number(row.createAt), props: row.props as Props }))
  }
  return {
    channelNamed,
    /** POSTs a payload as JSON. */
    send: (payload: unknown, headers: Record<string, string> = {}) => sendTo(hookUrl, payload, headers),
    /** Returns the posts of a channel in reading order. */
    posts: (channel = 'town-square') => postsIn(channel),
    /** Returns the messages of a channel in reading order. */
    messages: async (channel = 'town-square') => (await postsIn(channel)).map(({ message }) => message),
    /** Returns the outcome of every delivery. */
    outcomes: async () => {
      const rows = await db.delivery.findMany({ orderBy: { id: 'asc' } })
      return rows.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome))
    },
  }
}

/** Returns the queries that tests make about the queue. */
function askingQueue(redis: Redis, prefix: string) {
  const length = (list: 'wait' | 'active') => redis.llen(`${prefix}:deliveries:${list}`)
  const flood = async () =>
    (await redis.llen(`${prefix}:flood:active`)) + (await redis.zcard(`${prefix}:flood:prioritized`))
  return {
    /** Counts the batches that no worker has taken yet. */
    waiting: () => length('wait'),
    /** Counts the deliveries that no worker has taken yet. */
    stored: async () => {
      const ids = await redis.lrange(`${prefix}:deliveries:wait`, 0, -1)
      const batches = await Promise.all(ids.map(id => redis.hget(`${prefix}:deliveries:${id}`, 'data')))
      return batches.flatMap(batch => JSON.parse(batch ?? '{}').rows ?? []).length
    },
    /** Resolves when all stored batches have been processed. */
    allWorked: () =>
      eventually(async () =>
        expect([await length('wait'), await length('active'), await flood()]).toEqual([0, 0, 0]),
      ),
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
