import type { Redis } from 'ioredis'

/** Remembered for as long as a session lives, and the latest of each account. */
const keptSeconds = 30 * 24 * 3600
const mostPerAccount = 32

/** From where people logged in. It is only ever kinder to know: nobody is refused who would be let in by a full memory. */
export type KnownAddresses = {
  has: (account: string, address: string) => Promise<boolean>
  add: (account: string, address: string) => Promise<void>
}

export function openKnownAddresses(redis: Redis, prefix: string): KnownAddresses {
  const keyOf = (account: string) => `${prefix}:login:known:${account}`
  return {
    has: async (account, address) => (await redis.zscore(keyOf(account), address)) !== null,
    add: async (account, address) => {
      const key = keyOf(account)
      await redis
        .multi()
        .zadd(key, Date.now(), address)
        .zremrangebyrank(key, 0, -mostPerAccount - 1)
        .expire(key, keptSeconds)
        .exec()
    },
  }
}
