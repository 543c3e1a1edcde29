import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { accountKey, openKnownAddresses } from './known-addresses.js'
import { openWindows, usedOf } from './window.js'

/** A login attempt. */
export type Attempt = {
  /** The account, however it was named; the typed name if there is no account. */
  account: { userId: string } | { loginId: string }
  /** An address, or the network that counts as one. */
  address: string
}

/**
 * Counts failed logins of the last 15 minutes (docs/behaviour.md, sessions), for all processes together,
 * against:
 * - Guessing from one address: `most` guesses per account, and `mostPerAddress` in all. Only that address is
 *   rejected then. Rejected attempts count nowhere else, so they lock nobody else out.
 * - Guessing from many addresses: after `most` × 10 guesses at an account, an address that has not logged in
 *   to it for a month gets one guess instead of `most`. After `most` × 100 it gets none.
 * - Locking somebody out: an address that did log in to the account is judged by its own guesses alone. From
 *   any other address the right password, at the first try, still works until the last of these limits.
 * Accounts that do not exist are counted like those that do, so their rejections reveal nothing.
 */
export type LoginAttempts = {
  /**
   * Counts an attempt as failed before the result is known, so that concurrent attempts cannot exceed `most`
   * either.
   * `away`: Redis does not answer, and nobody can log in.
   */
  begin: (attempt: Attempt, most: number) => Promise<'counted' | 'too_many' | 'away'>
  /** Whether anybody logged in from this address within a month. False if Redis does not answer. */
  isKnown: (address: string) => Promise<boolean>
  /** The attempt succeeded: the address starts again with this account, which remembers it. */
  forgive: (attempt: Attempt) => Promise<void>
}

const windowSeconds = 15 * 60

/**
 * Guesses from one address. People in one office mistype now and then; a list of stolen passwords is longer.
 */
const mostPerAddress = 100

/**
 * Guesses at one account from all addresses, in multiples of `most`, after which unknown addresses get one,
 * and none.
 */
const slowFactor = 10
const closedFactor = 100

/** How long a login waits for Redis. */
const deadlineMs = 2000

export function openLoginAttempts(redis: Redis, prefix = defaultPrefix): LoginAttempts {
  const window = { points: mostPerAddress, seconds: windowSeconds }
  const pairs = openWindows(redis, prefix, 'login-pair', window)
  const accounts = openWindows(redis, prefix, 'login-account', window)
  const addresses = openWindows(redis, prefix, 'login-address', window)
  const known = openKnownAddresses(redis, prefix)

  /** Rejects before counting if a limit is reached already. */
  const judge = async ({ account, address }: Keys, most: number): Promise<'counted' | 'too_many'> => {
    const pair = `${account}:${address}`
    const [ofPair, ofAccount, ofAddress, isKnown] = await Promise.all([
      usedOf(redis, pairs.getKey(pair)),
      usedOf(redis, accounts.getKey(account)),
      usedOf(redis, addresses.getKey(address)),
      known.has(account, address),
    ])
    const allowed = isKnown ? most : allowedToStrangers(ofAccount, most)
    if (ofPair >= allowed || ofAddress >= mostPerAddress) return 'too_many'
    const [counted] = await Promise.all([
      pairs.penalty(pair),
      accounts.penalty(account),
      addresses.penalty(address),
    ])
    return counted.consumedPoints > allowed ? 'too_many' : 'counted' // others may have been as fast
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
      // guesses that are not forgiven now expire after their 15 minutes
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

type Keys = { account: string; address: string }

/** People type passwords into the login_id field, and its length is unlimited. */
function keysOf({ account, address }: Attempt): Keys {
  const text = 'userId' in account ? `user ${account.userId}` : `text ${account.loginId.toLowerCase()}`
  return { account: accountKey(text), address }
}
