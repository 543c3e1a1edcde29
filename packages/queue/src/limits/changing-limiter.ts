import { parseRate } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import { type Limiter, openLimiter } from './limits.js'

/**
 * Opens a limiter whose rate may change: each call counts by the rate that `rate` returns then, as `6000/60`
 * or `off`.
 */
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
