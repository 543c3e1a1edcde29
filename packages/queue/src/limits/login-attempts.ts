import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { openKnownAddresses } from './known-addresses.js'

/** Who tries to log in, and from where. */
export type Attempt = {
  /** The account, by whichever of its names it was asked for; what was typed where there is none. */
  account: { userId: string } | { loginId: string }
  /** An address, or the network that counts as one. */
  address: string
}

/**
 * Failed logins of the last 15 minutes (docs/behaviour.md, sessions), for all processes together. What they hold off:
 * - Guessing from one address: `most` guesses an account, and `mostPerAddress` in all. That address alone is refused then;
 *   what is refused is no guess and counts for nothing else, so that hammering locks nobody else out.
 * - Guessing from many addresses: after `most` × 10 guesses at an account, an address that has not logged in to it within
 *   a month has one guess where it had `most`; after `most` × 100 it has none.
 * - Locking somebody out: an address that did log in to the account is judged by its own guesses alone, and from anywhere
 *   else the right password, at the first try, still lets its owner in until the last of these limits.
 * Accounts that do not exist are counted like those that do: their refusals tell nothing.
 */
export type LoginAttempts = {
  /**
   * Counts an attempt as failed before it is known to be, so that many at once are not more than `most` either.
   * `away`: Redis cannot say, and nobody is let in.
   */
  begin: (attempt: Attempt, most: number) => Promise<'counted' | 'too_many' | 'away'>
  /** Whether somebody logged in from this address within a month. False where Redis does not answer. */
  isKnown: (address: string) => Promise<boolean>
  /** It did not fail: the address begins anew with this account, which remembers it. */
  forgive: (attempt: Attempt) => Promise<void>
}

const windowSeconds = 15 * 60

/** Guesses from one address: an office behind one may mistype now and then, a list of stolen passwords is longer. */
const mostPerAddress = 100

/** Guesses at one account from all addresses, in multiples of `most`: from when on strangers have one, and none. */
const slowFactor = 10
const closedFactor = 100

/** A login waits no longer for Redis. */
const deadlineMs = 2000

export function openLoginAttempts(redis: Redis, prefix = defaultPrefix): LoginAttempts {
  const counter = (name: string) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}:login:${name}`,
      points: mostPerAddress,
      duration: windowSeconds,
    })
  const [pairs, accounts, addresses] = [counter('pair'), counter('account'), counter('address')]
  const known = openKnownAddresses(redis, prefix)

  /** What is over its limit is refused before it counts. */
  const judge = async ({ account, address }: Keys, most: number): Promise<'counted' | 'too_many'> => {
    const pair = `${account}:${address}`
    const [ofPair, ofAccount, ofAddress, isKnown] = await Promise.all([
      pairs.get(pair),
      accounts.get(account),
      addresses.get(address),
      known.has(account, address),
    ])
    const allowed = isKnown ? most : allowedToStrangers(count(ofAccount), most)
    if (count(ofPair) >= allowed || count(ofAddress) >= mostPerAddress) return 'too_many'
    const [counted] = await Promise.all([
      pairs.penalty(pair),
      accounts.penalty(account),
      addresses.penalty(address),
    ])
    return count(counted) > allowed ? 'too_many' : 'counted' // others were as fast
  }

  return {
    begin: async (attempt, most) => {
      if (redis.status !== 'ready') return 'away'
      const judged = judge(keysOf(attempt), most).catch(() => 'away' as const)
      return withTimeout(judged, deadlineMs, 'away' as const)
    },
    isKnown: async address => redis.status === 'ready' && known.hasAny(address).catch(() => false),
    forgive: async attempt => {
      const { account, address } = keysOf(attempt)
      // what is not forgiven now ends with its 15 minutes
      await Promise.allSettled([
        pairs.delete(`${account}:${address}`),
        accounts.reward(account),
        addresses.reward(address),
        known.add(account, address),
      ])
    },
  }
}

function allowedToStrangers(guesses: number, most: number): number {
  if (guesses >= most * closedFactor) return 0
  return guesses >= most * slowFactor ? 1 : most
}

const count = (standing: RateLimiterRes | null) => standing?.consumedPoints ?? 0

type Keys = { account: string; address: string }

/** People type passwords where the login_id belongs, and theirs is of any length. */
function keysOf({ account, address }: Attempt): Keys {
  const text = 'userId' in account ? `user ${account.userId}` : `text ${account.loginId.toLowerCase()}`
  return { account: createHash('sha256').update(text).digest('hex'), address }
}
