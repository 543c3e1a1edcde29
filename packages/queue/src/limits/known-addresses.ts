import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'

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
  const keyOf = (account: string) => knownKey(prefix, account)
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

/** The name of an account in keys: a digest, because people type passwords into the field. */
export const accountKey = (text: string) => createHash('sha256').update(text).digest('hex')

const knownKey = (prefix: string, account: string) => `${prefix}:login:known:${account}`
const keyOfUser = (prefix: string, userId: string) => knownKey(prefix, accountKey(`user ${userId}`))

/** Returns the addresses from which a user logged in within a month, and the times in milliseconds. */
export async function loginAddresses(
  redis: Redis,
  userId: string,
  prefix = defaultPrefix,
): Promise<{ address: string; at: number }[]> {
  const found = await redis.zrange(keyOfUser(prefix, userId), '0', '-1', 'WITHSCORES')
  return found.flatMap((address, index) => (index % 2 ? [] : [{ address, at: Number(found[index + 1]) }]))
}

/** Forgets these addresses. Failed logins expire after 15 minutes. */
export async function forgetLogins(redis: Redis, userId: string, prefix = defaultPrefix): Promise<void> {
  await redis.del(keyOfUser(prefix, userId))
}
