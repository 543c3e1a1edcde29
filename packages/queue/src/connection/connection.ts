import { Redis } from 'ioredis'

type NetStream = Redis['stream']

import { defaultPrefix } from '../names.js'

/** A lost Redis is tried again at least this often, so that `ok` comes back within a second of Redis. */
const maxReconnectMs = 500
const connectTimeout = 3000

/**
 * How long a question may stay unanswered before the connection counts as dead: one whose far end lost its power never
 * says so by itself. A worker's question of what there is to do is held by Redis for up to 10 s.
 */
const silenceMs = { failingFast: 3000, waiting: 12_000 }

/**
 * For what answers a sender: a command fails at once while Redis is away and is never sent again by itself, or a
 * delivery answered 503 would be stored behind the sender's back.
 */
export function connectFailingFast(url: string): Redis {
  return listening(
    new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout,
      socketTimeout: silenceMs.failingFast,
      retryStrategy: times => Math.min(50 * times, maxReconnectMs),
      reconnectOnError: isReadOnly,
    }),
  )
}

/**
 * For a worker: waits for Redis however long it takes, also for one that answers but takes in nothing: BullMQ asks a
 * Redis that refuses again at once, tens of thousands of times a second. It wants `maxRetriesPerRequest: null`.
 */
export function connectWaiting(url: string): Redis {
  return listening(
    new Redis(url, {
      maxRetriesPerRequest: null,
      connectTimeout,
      socketTimeout: silenceMs.waiting,
      retryStrategy: times => Math.min(200 * times, maxReconnectMs),
      reconnectOnError: error => isRefusal(error) && 2, // send it again over the new connection
    }),
  )
}

const refusals = /^(READONLY|OOM|MISCONF|NOREPLICAS|LOADING) /

/** Redis takes in nothing just now: out of memory, a replica, a full disk. Nothing of the command was done. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.test(error.message)
}

/** The primary may be behind the same address by now: a connection finds out only by being made again. */
function isReadOnly(error: Error): boolean {
  return error.message.startsWith('READONLY ')
}

/** Can be asked: not known to be away, and not about to be connected again. */
export function isReady(redis: Redis): boolean {
  return redis.status === 'ready' && redis.stream.writable
}

/** Lets go of a connection at once, without the farewell that a silent Redis would not answer, and makes a new one. */
export function reconnect(redis: Redis): void {
  redis.stream.destroy()
}

/** An error without a listener would end the process; that Redis is away shows in `status` and in `/readyz`. */
function listening(redis: Redis): Redis {
  return redis
    .on('connect', () => writeTogether(redis.stream))
    .on('error', error => void (notAccepted.test(error.message) && authRejected.add(redis)))
    .on('ready', () => authRejected.delete(redis))
}

/**
 * What is asked in one turn of the event loop leaves in one write: several batches that end at once, and what is
 * published of them. A write by itself takes the system longer than Redis takes over most questions.
 */
function writeTogether(stream: NetStream): void {
  const write = stream.write
  stream.write = (...args: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return Reflect.apply(write, stream, args)
  }
}

const notAccepted = /^(WRONGPASS|NOAUTH|NOPERM)/
/** Connections whose password Redis did not accept, the last time that it was there. */
const authRejected = new WeakSet<Redis>()

/**
 * Resolves when Redis answers.
 * @throws after `deadlineMs`, naming what was waited for
 */
export async function redisReady(redis: Redis, deadlineMs: number): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off('ready', ready)
      reject(new Error(`Redis (REDIS_URL) did not answer within ${deadlineMs / 1000} s`))
    }, deadlineMs)
    const ready = () => {
      clearTimeout(timer)
      resolve()
    }
    redis.once('ready', ready)
  })
}

/** What is known of the connection without asking. */
export function redisTrouble(redis: Redis): string | undefined {
  if (redis.status === 'ready') return undefined
  return authRejected.has(redis) ? 'the password is not accepted' : `no connection (${redis.status})`
}

/** For `/readyz`: asks, because a Redis that stopped answering leaves its connection as it was. */
export async function redisPing(redis: Redis): Promise<string | undefined> {
  return (
    redisTrouble(redis) ??
    redis.ping().then(
      () => undefined,
      () => 'no answer',
    )
  )
}

/** Redis's time in milliseconds since 1970. @throws when it does not answer, or an ACL denies `TIME` */
export async function redisTimeMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Number(microseconds) / 1000
}

/**
 * Resolves when a worker's Redis is away or takes in nothing, as it may at shutdown: BullMQ would wait for it, while
 * another worker can do what was taken once more.
 */
export function redisLost(redis: Redis): Promise<void> {
  return new Promise(resolve => {
    if (redisTrouble(redis)) return resolve()
    redis.once('close', resolve) // also after a refusal: the connection is made again then
    redis.del(`${defaultPrefix}:nothing`).catch(() => {}) // a write that changes nothing, to find out
  })
}
