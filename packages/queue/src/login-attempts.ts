import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { defaultPrefix } from './delivery.js'
import { within } from './within.js'

/** Who tries to log in: the login_id as given, whether or not there is such an account, and from where. */
export type Attempt = { loginId: string; address: string }

/** Failed logins of the last 15 minutes (spec 15), for all processes together. */
export type LoginAttempts = {
  /**
   * Counts an attempt as failed before it is known to be, so that many at once are not more than `most` either.
   * `away`: Redis cannot say, and nobody is let in.
   */
  begin: (attempt: Attempt, most: number) => Promise<'counted' | 'too_many' | 'away'>
  /** It did not fail: the login_id begins anew. */
  forgive: (attempt: Attempt) => Promise<void>
}

const windowSeconds = 15 * 60

/** Failures from one address: an office behind one may mistype now and then, a list of stolen passwords is longer. */
const mostPerAddress = 100

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
  const [byLoginId, byAddress] = [counter('id'), counter('address')]

  return {
    begin: async ({ loginId, address }, most) => {
      if (redis.status !== 'ready') return 'away'
      const counted = Promise.all([byLoginId.penalty(keyOf(loginId)), byAddress.penalty(address)])
      const standings = await within(counted, deadlineMs, undefined).catch(() => undefined)
      if (!standings) return 'away'
      return isOver(standings, most) ? 'too_many' : 'counted'
    },
    forgive: async ({ loginId, address }) => {
      // what is not forgiven now ends with its 15 minutes
      await Promise.allSettled([byLoginId.delete(keyOf(loginId)), byAddress.reward(address)])
    },
  }
}

function isOver([byLoginId, byAddress]: [RateLimiterRes, RateLimiterRes], most: number): boolean {
  return byLoginId.consumedPoints > most || byAddress.consumedPoints > mostPerAddress
}

/** People type passwords where the login_id belongs, and theirs is of any length. */
function keyOf(loginId: string): string {
  return createHash('sha256').update(loginId.toLowerCase()).digest('hex')
}
