import { parseRate } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { type Admission, admission, openFullWindows, openWindows, type Window } from './window.js'

/**
 * Requests one more call of `key`, which counts as `cost` (a whole number, 1 if absent). A negative cost takes earlier calls
 * back. Returns undefined if Redis does not answer: limits on hooks fail open.
 */
export type Limiter = (key: string, cost?: number) => Admission | undefined | Promise<Admission | undefined>

/** Returns the standing of a key whose window is known to be full, without asking Redis and without counting. */
export type KnownFull = { over: (key: string) => Admission | undefined }

/** How long the limiter may delay a call before it admits the call unchecked. */
const askDeadlineMs = 500

/** A call that waits for Redis. */
type Waiting = { cost: number; resolve: (standing: Admission | undefined) => void }

/**
 * A fixed window of `points` calls in `seconds` per key, stored in Redis for all processes together. Calls of
 * one key and turn share one question to Redis (docs/behaviour.md, limits). A window that is known to be full asks nothing.
 */
export function openLimiter(
  redis: Redis,
  name: string,
  { points, seconds }: Window,
  prefix = defaultPrefix,
): Limiter & KnownFull {
  const limiter = openWindows(redis, prefix, name, { points, seconds })
  const keys = new Map<string, Waiting[]>()
  const full = openFullWindows()
  const rate = `${points}/${seconds}`

  /**
   * At the limit, rate-limiter-flexible rejects the whole question, so `consumedPoints` admits calls one by
   * one.
   */
  const askFor = async (key: string, waiting: Waiting[]) => {
    while (waiting.length > 0) {
      await new Promise(setImmediate) // calls that have already arrived join this question
      const asking = waiting.splice(0)
      let behind = asking.reduce((sum, { cost }) => sum + cost, 0)
      const answer = await ask(limiter, redis, key, behind)
      if (answer && answer.consumedPoints > points)
        full.add(key, { points, rate, endsInMs: answer.msBeforeNext })
      for (const { cost, resolve } of asking) {
        behind -= cost // the cost of later calls was not used when this one came
        resolve(answer && admission(points, points - answer.consumedPoints + behind, answer.msBeforeNext))
      }
    }
    keys.delete(key)
  }

  const limit: Limiter = (key, cost = 1) => {
    const over = cost > 0 ? full.find(key, rate) : full.remove(key)
    if (over) return over
    return new Promise(resolve => {
      const waiting = keys.get(key) ?? []
      if (waiting.push({ cost, resolve }) > 1 || keys.has(key)) return
      keys.set(key, waiting)
      void askFor(key, waiting)
    })
  }
  return Object.assign(limit, { over: (key: string) => full.find(key, rate) })
}

/** Opens a limiter whose rate may change: each call counts by the rate that `rate` returns then, as `6000/60` or `off`. */
export function openChangingLimiter(
  redis: Redis,
  name: string,
  rate: () => string,
  prefix = defaultPrefix,
): Limiter {
  let inForce: string | undefined
  let limiter: Limiter | undefined
  return (key, cost) => {
    const now = rate()
    if (now !== inForce) {
      inForce = now
      const read = parseRate(now) ?? 'off'
      limiter = read === 'off' ? undefined : openLimiter(redis, name, read, prefix)
    }
    return limiter?.(key, cost)
  }
}

async function ask(
  limiter: RateLimiterRedis,
  redis: Redis,
  key: string,
  calls: number,
): Promise<RateLimiterRes | undefined> {
  if (!isReady(redis)) return undefined
  const answer = limiter
    .consume(key, calls)
    .catch((refusal: unknown) => (refusal instanceof RateLimiterRes ? refusal : undefined))
  return withTimeout(answer, askDeadlineMs, undefined)
}

/** Unknown keys that one address may try: enough for a typo in a busy sender, too few for guessing. */
export const unknownKeyRate = { points: 60, seconds: 60 }
