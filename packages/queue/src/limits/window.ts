import type { Rate } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'

/** Calls that a key may make in a fixed window, which begins with the first of them. */
export type Window = Exclude<Rate, 'off'>

/** Whether a call is admitted, and its caller's use of the window, as the X-Ratelimit headers report it. */
export type Admission = { admitted: boolean; limit: number; remaining: number; resetSeconds: number }

/** @param left calls left in the window after this one; negative if it is not admitted */
export function admission(limit: number, left: number, endsInMs: number): Admission {
  return {
    admitted: left >= 0,
    limit,
    remaining: Math.max(left, 0),
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
  }
}

/** Returns the key in Redis that counts a key's calls, or its prefix. Each window length has its own. */
export function windowKey(prefix: string, name: string, seconds: number, ...key: string[]): string {
  return [prefix, 'limit', name, seconds, ...key].join(':')
}

/** A Lua function that counts `cost` in a window. Returns what is used of it, and the milliseconds until it ends. */
export const countFunction = `
local function count(key, seconds, cost)
  local used, left = redis.call('INCRBY', key, cost), redis.call('PTTL', key)
  if left < 0 then
    redis.call('EXPIRE', key, seconds)
    left = seconds * 1000
  end
  return used, left
end
`

/**
 * Counts like rate-limiter-flexible's own script, but also while Redis has reached its `maxmemory`: the counters are small and
 * expire, and without them nobody could log in (redis.io, Eval scripts, flags).
 */
const countScript = `#!lua flags=allow-oom
${countFunction}
return {count(KEYS[1], ARGV[2], ARGV[1])}
`

/** Opens the windows of `name`. The only way to count calls, besides the write that stores deliveries. */
export function openWindows(
  redis: Redis,
  prefix: string,
  name: string,
  { points, seconds }: Window,
): RateLimiterRedis {
  const keyPrefix = windowKey(prefix, name, seconds)
  const options = { storeClient: redis, keyPrefix, points, duration: seconds }
  return new RateLimiterRedis({ ...options, customIncrTtlLuaScript: countScript })
}

/** Returns what is used of a window. The library's own `get` is a transaction, which a full Redis refuses. */
export async function usedOf(redis: Redis, key: string): Promise<number> {
  return Number((await redis.get(key)) ?? 0)
}
