import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { defaultPrefix } from '../deliveries/delivery.js'
import { withTimeout } from '../with-timeout.js'

/** Where a caller stands in the window: what the X-Ratelimit headers say. */
export type RateLimitStatus = { admitted: boolean; limit: number; remaining: number; resetSeconds: number }

/**
 * Asks for one more call of `key`, which counts as `cost` (a whole number, 1 when absent): answered at once while the
 * window is known to be far from full, else after a look at Redis. What is not admitted counts all the same. Undefined
 * when Redis cannot say: limits on hooks fail open.
 */
export type Limiter = (
  key: string,
  cost?: number,
) => RateLimitStatus | undefined | Promise<RateLimitStatus | undefined>

/** How long the limiter may hold up a call before it is let through unasked. */
const askDeadlineMs = 500

/**
 * Of what is left in a window, one tenth may be admitted between two looks at Redis: ten processes that all do so at
 * once still do not go over.
 */
const tenth = 10

/** How long calls that were admitted without asking may wait until Redis is told of them, many at once. */
const tellAfterMs = 10

/** What is known of a key while its calls go on; forgotten when they pause. */
type Window = {
  /** Calls left in the window, as far as is known here. */
  left: number
  /** Calls that may still be admitted before Redis is heard again. */
  allowance: number
  /** `performance.now()` at the window's end. */
  endsAt: number
  /** What was admitted and Redis has not been told of yet. */
  unreported: number
  /** Calls that wait for Redis, each with what it counts as. */
  asking: { cost: number; tell: (standing: RateLimitStatus | undefined) => void }[]
  /** Ends the wait before the next turn: somebody is asking. */
  wake: () => void
}

/**
 * A fixed window of `points` calls in `seconds` per key, kept in Redis for all processes together. Redis is asked once
 * per key and turn for all calls that came meanwhile (docs/behaviour.md, limits): one round trip for many.
 */
export function openLimiter(
  redis: Redis,
  name: string,
  { points, seconds }: { points: number; seconds: number },
  prefix = defaultPrefix,
): Limiter {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${prefix}:limit:${name}:${seconds}`, // another length is another window
    points,
    duration: seconds,
  })
  const windows = new Map<string, Window>()

  const standing = (left: number, endsAt: number): RateLimitStatus => ({
    admitted: left >= 0,
    limit: points,
    remaining: Math.max(left, 0),
    resetSeconds: Math.max(Math.ceil((endsAt - performance.now()) / 1000), 1),
  })

  /** Tells Redis of the calls since the last turn, as long as there are any. */
  const turns = async (key: string, window: Window) => {
    while (window.unreported + window.asking.length > 0) {
      if (window.asking.length === 0) await asked(window)
      await new Promise(setImmediate) // what the sockets have already brought goes along
      const asking = window.asking.splice(0)
      let costs = asking.reduce((sum, { cost }) => sum + cost, 0)
      const told = window.unreported + costs
      window.unreported = 0
      const answer = await ask(limiter, redis, key, told)
      if (answer) hear(window, answer)
      else window.allowance = 0
      for (const { cost, tell } of asking) {
        costs -= cost // what those behind count as was not used when this one came
        tell(answer && standing(points - answer.consumedPoints + costs, window.endsAt))
      }
    }
    windows.delete(key)
  }

  /** At the border rate-limiter-flexible turns a whole question away, so who is in is counted here, by what was consumed. */
  const hear = (window: Window, { consumedPoints, msBeforeNext }: RateLimiterRes) => {
    const left = points - consumedPoints
    window.endsAt = performance.now() + msBeforeNext
    window.allowance = Math.floor(left / tenth) - window.unreported
    window.left = left - window.unreported
  }

  return (key, cost = 1) => {
    const window = windows.get(key) ?? {
      left: 0,
      allowance: 0,
      endsAt: 0,
      unreported: 0,
      asking: [],
      wake: () => {},
    }
    if (!windows.has(key)) {
      windows.set(key, window)
      queueMicrotask(() => void turns(key, window))
    }
    if (window.allowance >= cost && performance.now() < window.endsAt) {
      window.allowance -= cost
      window.unreported += cost
      window.left -= cost
      return standing(window.left, window.endsAt)
    }
    return new Promise(tell => {
      window.asking.push({ cost, tell })
      window.wake()
    })
  }
}

/** Resolves when somebody asks, or when what is untold should be told. */
function asked(window: Window): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, tellAfterMs)
    window.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

async function ask(
  limiter: RateLimiterRedis,
  redis: Redis,
  key: string,
  calls: number,
): Promise<RateLimiterRes | undefined> {
  if (redis.status !== 'ready') return undefined
  const answer = limiter
    .consume(key, calls)
    .catch((refusal: unknown) => (refusal instanceof RateLimiterRes ? refusal : undefined))
  return withTimeout(answer, askDeadlineMs, undefined)
}
