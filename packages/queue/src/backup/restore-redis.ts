import { Redis } from 'ioredis'
import { parseRedisUrl } from '../connection/redis-url.js'
import { redisUnsupported } from '../connection/supported.js'

const connectTimeout = 10_000
const keysPerBatch = 200

/** Connects for copying. A command may take minutes, because Redis reads or writes all of its data. */
function connectPatiently(url: string): Redis {
  return new Redis({
    ...parseRedisUrl(url),
    connectTimeout,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
}

/** Runs `act` with a connection to each URL. */
async function connected<Result>(
  urls: [string, string],
  act: (one: Redis, other: Redis) => Promise<Result>,
): Promise<Result> {
  const [one, other] = [connectPatiently(urls[0]), connectPatiently(urls[1])]
  for (const redis of [one, other]) redis.on('error', () => {}) // the command that fails reports it
  try {
    return await act(one, other)
  } finally {
    one.disconnect()
    other.disconnect()
  }
}

/** @throws if Posthorn can never use this Redis, or if it does not answer */
export async function assertRedisSupported(url: string): Promise<void> {
  const redis = connectPatiently(url).on('error', () => {}) // the command that fails reports it
  try {
    await redis.ping()
    const reason = await redisUnsupported(redis)
    if (reason !== undefined) throw new Error(reason)
  } finally {
    redis.disconnect()
  }
}

/**
 * Copies all keys of one Redis to an empty one, with the times at which they end.
 *
 * @returns the number of keys
 * @throws if the target is not empty
 */
export async function restoreRedis(sourceUrl: string, targetUrl: string): Promise<number> {
  return connected([sourceUrl, targetUrl], async (source, target) => {
    if ((await target.dbsize()) > 0)
      throw new Error('Redis is not empty. Restore into a new Redis, a new DATA_DIR, or after FLUSHDB')
    let [keys, cursor] = [0, '0']
    do {
      const [next, found] = await source.scanBuffer(cursor, 'COUNT', keysPerBatch)
      await copyKeys(source, target, found)
      keys += found.length
      cursor = next.toString()
    } while (cursor !== '0')
    return keys
  })
}

async function copyKeys(source: Redis, target: Redis, keys: Buffer[]): Promise<void> {
  const reading = source.pipeline()
  for (const key of keys) reading.callBuffer('DUMP', key).callBuffer('PEXPIRETIME', key)
  const read = valuesOf(await reading.exec())
  const writing = target.pipeline()
  for (const [index, key] of keys.entries()) {
    const [dump, endsAt] = [read[2 * index] as Buffer | null, Number(read[2 * index + 1])]
    if (dump) writing.call('RESTORE', key, Math.max(endsAt, 0), dump, 'REPLACE', 'ABSTTL')
  }
  valuesOf(await writing.exec())
}

/** @throws the first error */
function valuesOf(replies: [Error | null, unknown][] | null): unknown[] {
  return (replies ?? []).map(([error, value]) => {
    if (error) throw error
    return value
  })
}
