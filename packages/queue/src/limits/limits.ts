import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { defaultPrefix } from '../deliveries/delivery.js'
import { withTimeout } from '../with-timeout.js'
import { type Admission, admission } from './admission.js'
import { admitAtOnce, correct, type LimitWindow, newWindow, somebodyAsks } from './limit-window.js'

/**
 * Asks for one more call of `key`, which counts as `cost` (a whole number, 1 when absent): answered at once while the
 * window is known to be far from full, else after a look at Redis. What is not admitted counts all the same. Undefined
 * when Redis cannot say: limits on hooks fail open.
 */
export type Limiter = (key: string, cost?: number) => Admission | undefined | Promise<Admission | undefined>

/** How long the limiter may hold up a call before it is let through unasked. */
const askDeadlineMs = 500

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
  const windows = new Map<string, LimitWindow>()

  /** Tells Redis of the calls since the last turn, as long as there are any. */
  const turns = async (key: string, window: LimitWindow) => {
    while (window.unreported + window.asking.length > 0) {
      if (window.asking.length === 0) await somebodyAsks(window)
      await new Promise(setImmediate) // what the sockets have already brought goes along
      const asking = window.asking.splice(0)
      let costs = asking.reduce((sum, { cost }) => sum + cost, 0)
      const told = window.unreported + costs
      window.unreported = 0
      const answer = await ask(limiter, redis, key, told)
      if (answer) correct(window, points, answer)
      else window.allowance = 0
      for (const { cost, tell } of asking) {
        costs -= cost // what those behind count as was not used when this one came
        tell(answer && admission(points, points - answer.consumedPoints + costs, window.endsAt))
      }
    }
    windows.delete(key)
  }

  const begin = (key: string) => {
    const window = newWindow()
    windows.set(key, window)
    queueMicrotask(() => void turns(key, window))
    return window
  }

  return (key, cost = 1) => {
    const window = windows.get(key) ?? begin(key)
    if (admitAtOnce(window, cost)) return admission(points, window.left, window.endsAt)
    return new Promise(tell => {
      window.asking.push({ cost, tell })
      window.wake()
    })
  }
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
