import type { Redis } from 'ioredis'

/** Stored for as long as a session lives: the latest of each account, and of all. */
const keptSeconds = 30 * 24 * 3600
const mostPerAccount = 32
const mostInAll = 50_000

/**
 * The addresses from which people logged in. A full memory never rejects anybody who would otherwise be
 * admitted.
 */
export type KnownAddresses = {
  has: (account: string, address: string) => Promise<boolean>
  /** Whether anybody logged in from this address, to any account. */
  hasAny: (address: string) => Promise<boolean>
  add: (account: string, address: string) => Promise<void>
}

export function openKnownAddresses(redis: Redis, prefix: string): KnownAddresses {
  const keyOf = (account: string) => `${prefix}:login:known:${account}`
  const keyOfAll = `${prefix}:login:known-addresses`
  return {
    has: async (account, address) => (await redis.zscore(keyOf(account), address)) !== null,
    hasAny: async address => (await redis.zscore(keyOfAll, address)) !== null,
    add: async (account, address) => {
      const key = keyOf(account)
      await redis
        .multi()
        .zadd(key, Date.now(), address)
        .zremrangebyrank(key, 0, -mostPerAccount - 1)
        .expire(key, keptSeconds)
        .zadd(keyOfAll, Date.now(), address)
        .zremrangebyrank(keyOfAll, 0, -mostInAll - 1)
        .zremrangebyscore(keyOfAll, '-inf', Date.now() - keptSeconds * 1000)
        .expire(keyOfAll, keptSeconds)
        .exec()
    },
  }
}
