import { Redis } from 'ioredis'

/** A lost Redis is tried again at least this often, so that `ok` comes back within a second of Redis. */
const maxReconnectMs = 500

const retryStrategy = (times: number) => Math.min(50 * times, maxReconnectMs)

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
      connectTimeout: 3000,
      retryStrategy,
    }),
  )
}

/** For a worker: waits for Redis however long it takes. BullMQ asks for `maxRetriesPerRequest: null`. */
export function connectWaiting(url: string): Redis {
  return listening(new Redis(url, { maxRetriesPerRequest: null, connectTimeout: 3000, retryStrategy }))
}

/** An error without a listener would end the process; that Redis is away shows in `status` and in `/readyz`. */
function listening(redis: Redis): Redis {
  return redis
    .on('error', error => void (notAccepted.test(error.message) && turnedAway.add(redis)))
    .on('ready', () => turnedAway.delete(redis))
}

const notAccepted = /^(WRONGPASS|NOAUTH|NOPERM)/
/** Connections whose password Redis did not accept, the last time that it was there. */
const turnedAway = new WeakSet<Redis>()

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
  return turnedAway.has(redis) ? 'the password is not accepted' : `no connection (${redis.status})`
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
