import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/**
 * Counts like rate-limiter-flexible's own script, but also while Redis has reached its `maxmemory`: the counters are small and
 * expire, and without them nobody could log in (redis.io, Eval scripts, flags).
 */
const countScript = `#!lua flags=allow-oom
redis.call('SET', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('INCRBY', KEYS[1], ARGV[1])
return {consumed, redis.call('PTTL', KEYS[1])}
`

/** Opens fixed windows of `points` in `seconds`, whose keys begin with `keyPrefix`. */
export function openWindows(
  redis: Redis,
  keyPrefix: string,
  { points, seconds }: { points: number; seconds: number },
): RateLimiterRedis {
  const options = { storeClient: redis, keyPrefix, points, duration: seconds }
  return new RateLimiterRedis({ ...options, customIncrTtlLuaScript: countScript })
}

/** Returns what is used of a key's window. The library's own `get` is a transaction, which a full Redis refuses. */
export async function usedOf(redis: Redis, windows: RateLimiterRedis, key: string): Promise<number> {
  return Number((await redis.get(windows.getKey(key))) ?? 0)
}
