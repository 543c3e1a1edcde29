import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { type Admission, admission } from './admission.js'

/**
 * Asks for one more call of `key`, which counts as `cost` (a whole number, 1 when absent). What is not admitted counts all
 * the same. Undefined when Redis cannot say: limits on hooks fail open.
 */
export type Limiter = (key: string, cost?: number) => Admission | undefined | Promise<Admission | undefined>

/** How long the limiter may hold up a call before it is let through unasked. */
const askDeadlineMs = 500

/** A call that waits for Redis. */
type Waiting = { cost: number; tell: (standing: Admission | undefined) => void }

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
  const keyPrefix = windowKey(prefix, name, seconds)
  const limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration: seconds })
  const keys = new Map<string, Waiting[]>()

  /** At the border rate-limiter-flexible turns a whole question away, so who is in is counted here, by what was consumed. */
  const askFor = async (key: string, waiting: Waiting[]) => {
    while (waiting.length > 0) {
      await new Promise(setImmediate) // what the sockets have already brought goes along
      const asking = waiting.splice(0)
      let behind = asking.reduce((sum, { cost }) => sum + cost, 0)
      const answer = await ask(limiter, redis, key, behind)
      for (const { cost, tell } of asking) {
        behind -= cost // what those behind count as was not used when this one came
        tell(answer && admission(points, points - answer.consumedPoints + behind, answer.msBeforeNext))
      }
    }
    keys.delete(key)
  }

  return (key, cost = 1) =>
    new Promise(tell => {
      const waiting = keys.get(key) ?? []
      if (waiting.push({ cost, tell }) > 1 || keys.has(key)) return
      keys.set(key, waiting)
      void askFor(key, waiting)
    })
}

/** Where Redis counts the calls of a key, or what these names begin with; another length is another window. */
export function windowKey(prefix: string, name: string, seconds: number, ...key: string[]): string {
  return [prefix, 'limit', name, seconds, ...key].join(':')
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
