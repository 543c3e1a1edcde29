import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { hourBeganMs, hourOf, keyOfHour, limitedCallersHours } from './keys.js'
import type { CallerKind } from './limited-callers.js'

const readWithinMs = 2000

/** A caller, and how many of their calls got a 429. */
export type CountedCaller = { kind: CallerKind; id: string; calls: number }

/**
 * The callers that were limited since `sinceMs`, the beginning of the hour 23 hours ago, the most limited
 * first. Undefined if Redis does not answer.
 */
export async function readLimitedCallers(
  redis: Redis,
  { prefix = defaultPrefix, limit, nowMs }: { prefix?: string; limit: number; nowMs: number },
): Promise<{ sinceMs: number; callers: CountedCaller[] } | undefined> {
  if (!isReady(redis)) return undefined
  const hour = hourOf(nowMs)
  const keys = Array.from({ length: limitedCallersHours }, (_, ago) => keyOfHour(prefix, hour - ago))
  const asking = redis.zunion(keys.length, ...keys, 'WITHSCORES')
  const found = await withTimeout(asking, readWithinMs, undefined).catch(() => undefined)
  if (!found) return undefined
  const callers = pairs(found).map(([name, calls]) => {
    const [kind = '', id = ''] = name.split(' ')
    return { kind: kind as CallerKind, id, calls: Number(calls) }
  })
  return {
    sinceMs: hourBeganMs(hour - limitedCallersHours + 1),
    callers: callers.toSorted((one, other) => other.calls - one.calls).slice(0, limit),
  }
}

/** Redis returns names and scores in turn. */
function pairs(flat: string[]): [name: string, score: string][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? ''])
}
