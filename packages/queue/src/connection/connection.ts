import { certificateTrouble } from '@posthorn/core'
import { Redis } from 'ioredis'

import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { parseRedisUrl } from './redis-url.js'

type NetStream = Redis['stream']

/**
 * The longest pause between attempts to reconnect, so that hooks accept calls again within a second of Redis.
 */
const maxReconnectMs = 500
const connectTimeout = 3000

/**
 * How long a question may stay unanswered before the connection counts as dead, because one whose far end
 * lost its power never reports it. Redis holds a worker's question for new jobs for up to 10 s.
 */
const silenceMs = { failingFast: 3000, waiting: 12_000 }
/** How long a Sentinel may take to name the primary before the next one is asked. */
const sentinelCommandTimeout = 2000

/**
 * Connects for code that responds to senders. While Redis is away, a command fails at once and is never sent
 * again by itself: otherwise a delivery that got a 503 would be stored behind the sender's back.
 */
export function connectFailingFast(url: string): Redis {
  return listening(
    new Redis({
      ...parseRedisUrl(url),
      ...sentinelOptions,
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
 * Connects for a worker. Commands wait for Redis however long it takes, also for one that rejects writes:
 * BullMQ would repeat them at once, tens of thousands of times a second. It requires `maxRetriesPerRequest:
 * null`.
 */
export function connectWaiting(url: string): Redis {
  return listening(
    new Redis({
      ...parseRedisUrl(url),
      ...sentinelOptions,
      maxRetriesPerRequest: null,
      connectTimeout,
      socketTimeout: silenceMs.waiting,
      retryStrategy: times => Math.min(200 * times, maxReconnectMs),
      reconnectOnError: error => isRefusal(error) && 2, // send it again over the new connection
    }),
  )
}

const sentinelOptions = {
  sentinelCommandTimeout,
  sentinelRetryStrategy: (times: number) => Math.min(50 * times, maxReconnectMs),
}

const refusals = /^(READONLY|OOM|MISCONF|NOREPLICAS|LOADING) /

/** Whether Redis rejected a write: out of memory, a replica, a full disk. Nothing of the command was done. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.test(error.message)
}

/** The primary may be behind the same address by now. Only a new connection finds out. */
function isReadOnly(error: Error): boolean {
  return error.message.startsWith('READONLY ')
}

/** Whether Redis can be asked: it is not known to be away, and no reconnection is about to happen. */
export function isReady(redis: Redis): boolean {
  return redis.status === 'ready' && redis.stream.writable
}

/**
 * Drops a connection at once, without the goodbye that a silent Redis would not answer, and makes a new one.
 */
export function reconnect(redis: Redis): void {
  redis.stream.destroy()
}

/** An error without a listener would end the process. `status` and `/readyz` show that Redis is away. */
function listening(redis: Redis): Redis {
  attempts.set(redis, new Promise(resolve => redis.once('ready', resolve).once('close', resolve)))
  return redis
    .on('connect', () => writeTogether(redis.stream))
    .on('error', error => {
      const ofTls = redis.options.tls && (tlsFault(error) ?? sentinelFault(error))
      const fault = notAccepted.test(error.message) ? 'the password was rejected' : ofTls
      if (fault !== undefined) faults.set(redis, fault)
      causes.set(redis, causeOf(error))
    })
    .on('ready', () => faults.delete(redis))
}

/**
 * Sends all commands of one turn of the event loop in one write. A write by itself takes the system longer
 * than Redis takes for most commands.
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

/** ioredis keeps why no Sentinel answered to itself. */
function sentinelFault({ message }: Error): string | undefined {
  return message.startsWith('All sentinels are unreachable')
    ? 'no Sentinel answers over TLS: check its certificate’s authority (ca_file in REDIS_URL) and its port'
    : undefined
}

/** The end of each connection's first attempt. */
const attempts = new WeakMap<Redis, Promise<void>>()

/** Resolves when the first attempt to connect has succeeded or failed. */
export async function whenTried(redis: Redis): Promise<void> {
  await attempts.get(redis)
}

const notAccepted = /^(WRONGPASS|NOAUTH|NOPERM)/
/** Why connections failed the last time that Redis was there, if trying again cannot help. */
const faults = new WeakMap<Redis, string>()
/** Why the last attempt to connect failed. */
const causes = new WeakMap<Redis, string>()

/** The system's code, such as ECONNREFUSED. A Redis that accepts the connection but is silent has none. */
function causeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? (/time?d? ?out/i.test(error.message) ? 'no answer' : error.message)
}

/** Returns the address of Redis, or those of its Sentinels, without user and password. */
function addressOf({ options: { sentinels, path, host = '', port } }: Redis): string {
  if (path) return path
  const all = sentinels?.length ? sentinels : [{ host, port }]
  return all.map(({ host = '', port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ')
}

/**
 * Resolves when Redis answers.
 * @throws after `deadlineMs`, with the address and the cause
 */
export async function redisReady(redis: Redis, deadlineMs: number): Promise<void> {
  if (redis.status === 'ready') return
  const ready = new Promise<true>(resolve => redis.once('ready', () => resolve(true)))
  if (await withTimeout(ready, deadlineMs, false)) return
  const cause = faults.get(redis) ?? causes.get(redis) ?? 'no answer'
  throw new Error(
    `Redis at ${addressOf(redis)} (REDIS_URL) did not answer within ${deadlineMs / 1000} s: ${cause}`,
  )
}

/** Describes the fault of the connection, without asking Redis. */
export function redisTrouble(redis: Redis): string | undefined {
  if (redis.status === 'ready') return undefined
  return faults.get(redis) ?? `no connection to ${addressOf(redis)} (${causes.get(redis) ?? redis.status})`
}

/** Redis's time in milliseconds since 1970. @throws if it does not answer, or an ACL denies `TIME` */
export async function redisTimeMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1000 + Number(microseconds) / 1000
}

/**
 * Resolves when a worker's Redis is away or rejects writes, for shutdown: BullMQ would wait for it, while
 * another worker can run the same batches again.
 */
export function redisLost(redis: Redis): Promise<void> {
  return new Promise(resolve => {
    if (redisTrouble(redis)) return resolve()
    redis.once('close', resolve) // also after a refusal, which causes a reconnection
    redis.del(`${defaultPrefix}:nothing`).catch(() => {}) // a write that changes nothing, to find out
  })
}

/** Describes why a TLS connection failed, or returns undefined if another reason is as likely. */
function tlsFault(error: Error): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^(ERR_SSL_\w+|EPROTO)$/.test(code)) return 'the TLS connection was rejected'
  // Redis waits for more if it is called with TLS and does not expect it
  if (code === 'ETIMEDOUT') return 'no answer over TLS: check that this port uses it'
  return certificateTrouble(error)
}
