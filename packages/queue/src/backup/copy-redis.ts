import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { parseRedisUrl } from '../connection/redis-url.js'

const connectTimeout = 10_000
const lookEveryMs = 100
/** Redis connects again every second, so a copy that has no link for this long never gets one. */
const withoutLinkMs = 30_000
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

/**
 * Makes the empty Redis at `copyUrl` a replica of the one at `sourceUrl` until it has all data of one moment, and then writes
 * its file `dump.rdb`. The source needs memory for what changes meanwhile, like for any replica.
 *
 * @throws if the source is not database 0 at `redis://`, or refuses replicas
 */
export async function saveRedis(sourceUrl: string, copyUrl: string): Promise<void> {
  const { host = '', port = 0, username, password, db = 0, tls, sentinels } = parseRedisUrl(sourceUrl)
  if (tls || sentinels || db !== 0)
    throw new Error('only database 0 of a Redis at redis:// can be copied. Use its own backup and --no-redis')
  await connected([sourceUrl, copyUrl], async (source, copy) => {
    await source.ping() // reports a wrong address or password in its own words
    if (username) await copy.config('SET', 'masteruser', username)
    if (password) await copy.config('SET', 'masterauth', password)
    await copy.replicaof(host, port)
    await untilInSync(copy)
    await copy.replicaof('NO', 'ONE')
    await copy.save()
  })
}

async function untilInSync(copy: Redis): Promise<void> {
  for (let lastLink = performance.now(); performance.now() - lastLink < withoutLinkMs; ) {
    const state = await copy.info('replication')
    if (state.includes('master_link_status:up')) return
    if (state.includes('master_sync_in_progress:1')) lastLink = performance.now()
    await delay(lookEveryMs)
  }
  throw new Error('Redis refused to be copied. Use its own backup and --no-redis')
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
