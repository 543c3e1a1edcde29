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

type Full = { points: number; rate: string; endsAt: number }

/** Windows that are known to be full, until they end or the rate changes. */
export function openFullWindows(nowMs: () => number = () => performance.now()) {
  const windows = new Map<string, Full>()
  return {
    add: (key: string, { points, rate, endsInMs }: { points: number; rate: string; endsInMs: number }) => {
      const now = nowMs()
      for (const [other, { endsAt }] of windows) {
        if (endsAt > now) break // ended windows after it are deleted later
        windows.delete(other)
      }
      windows.delete(key) // it goes to the end
      windows.set(key, { points, rate, endsAt: now + endsInMs })
    },
    /** Forgets that a window is full. */
    remove: (key: string): undefined => void windows.delete(key),
    find: (key: string, rate: string): Admission | undefined => {
      const window = windows.get(key)
      if (window === undefined) return undefined
      const endsInMs = window.endsAt - nowMs()
      if (endsInMs > 0 && window.rate === rate) return admission(window.points, -1, endsInMs)
      windows.delete(key)
      return undefined
    },
  }
}

/**
 * A call that is counted by the write that stores its delivery, which is not stored if its hook is over its
 * rate.
 */
export type Bill = {
  /** The window in Redis, of `points` in `seconds`. */
  key: string
  points: number
  seconds: number
  /** The cost of the call. */
  cost: number
  /** Called by the write with the hook's use of its rate after this call. */
  settle: (left: number, endsInMs: number) => void
  /** The result of `settle`; undefined before. */
  standing: () => Admission | undefined
}

/** Calls that are counted together: those of one window. */
export type Count = { bills: [Bill, ...Bill[]]; cost: number }

export function countsOf(bills: Bill[]): Count[] {
  const counts = new Map<string, Count>()
  for (const bill of bills) {
    const name = `${bill.points} ${bill.key}` // the rate may have been changed between two calls
    const count = counts.get(name)
    if (!count) counts.set(name, { bills: [bill], cost: bill.cost })
    else {
      count.bills.push(bill)
      count.cost += bill.cost
    }
  }
  return [...counts.values()]
}

export const windowsOf = (counts: Count[]): string[] => counts.map(({ bills: [{ key }] }) => key)

/** Returns points, seconds and cost of each window. */
export const windowArguments = (counts: Count[]): number[] =>
  counts.flatMap(({ bills: [{ points, seconds }], cost }) => [points, seconds, cost])

/** Settles bills by what is used of each window, and the milliseconds until it ends. */
export function settleAll(counts: Count[], used: number[]): void {
  for (const [index, count] of counts.entries())
    settle(count, used[2 * index] as number, used[2 * index + 1] as number)
}

/** Earlier calls are counted first: the cost of later calls was not used yet when an earlier one arrived. */
function settle({ bills, cost }: Count, used: number, endsInMs: number): void {
  let behind = cost
  for (const bill of bills) {
    behind -= bill.cost
    bill.settle(bill.points - used + behind, endsInMs)
  }
}

/** False if the write found the bill's hook over its rate. */
export function isAdmitted(bill: Bill | undefined): boolean {
  return bill?.standing()?.admitted !== false
}
