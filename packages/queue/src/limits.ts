import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { defaultPrefix } from './delivery.js'

/** Where a caller stands in the window: what the X-Ratelimit headers say. */
export type Standing = { admitted: boolean; limit: number; remaining: number; resetSeconds: number }

/** Asks for one more call of `key`; undefined when Redis cannot say: limits on hooks fail open. */
export type Limiter = (key: string) => Promise<Standing | undefined>

type Asking = (standing: Standing | undefined) => void

/** How long the limiter may hold up a call before it is let through unasked. */
const askDeadlineMs = 500

/**
 * A fixed window of `points` calls in `seconds` per key, kept in Redis for all processes together. Redis is asked
 * once per key and turn for all calls that came meanwhile (design 5): one round trip for many.
 */
export function openLimiter(
  redis: Redis,
  name: string,
  { points, seconds }: { points: number; seconds: number },
  prefix = defaultPrefix,
): Limiter {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${prefix}:limit:${name}`,
    points,
    duration: seconds,
  })
  const waiting = new Map<string, Asking[]>()

  const ask = async (key: string, calls: number): Promise<RateLimiterRes | undefined> => {
    if (redis.status !== 'ready') return undefined
    const answer = limiter
      .consume(key, calls)
      .catch((refusal: unknown) => (refusal instanceof RateLimiterRes ? refusal : undefined))
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<undefined>(resolve => {
      timer = setTimeout(resolve, askDeadlineMs, undefined)
    })
    return Promise.race([answer, deadline]).finally(() => clearTimeout(timer))
  }

  const turn = async (key: string, first: Asking[]) => {
    for (let asking = first; asking.length > 0; asking = waiting.get(key) ?? []) {
      await new Promise(setImmediate)
      waiting.set(key, [])
      const answer = await ask(key, asking.length)
      const before = (answer?.consumedPoints ?? 0) - asking.length
      asking.forEach((tell, index) => {
        tell(answer && standing(points, before + index + 1, answer.msBeforeNext))
      })
    }
    waiting.delete(key)
  }

  return key =>
    new Promise(resolve => {
      const asking = waiting.get(key)
      if (asking) asking.push(resolve)
      else {
        const first = [resolve]
        waiting.set(key, first)
        void turn(key, first)
      }
    })
}

/**
 * The standing of the call that is number `count` of its window. At the border rate-limiter-flexible turns a whole
 * question away, so who is in is counted here: the first of them that still fit are admitted.
 */
function standing(points: number, count: number, msBeforeNext: number): Standing {
  return {
    admitted: count <= points,
    limit: points,
    remaining: Math.max(points - count, 0),
    resetSeconds: Math.ceil(msBeforeNext / 1000),
  }
}
