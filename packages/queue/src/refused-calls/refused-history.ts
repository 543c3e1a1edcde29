import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { dayOf, daySeconds, keyOf, lastKeyOf } from './keys.js'
import type { RefusedCall } from './refused-calls.js'

const readWithinMs = 2000

/** The rejected calls of one day (`2026-11-21`, in UTC) by cause. */
type RefusedDay = { day: string; calls: Record<string, number> }

/** A hook's rejected calls: counts by day, and the last ones, both with the newest first. */
export type RefusedHistory = { days: RefusedDay[]; last: RefusedCall[] }

type Wanted = { prefix?: string; hookId: string; days: number; nowMs: number }

/**
 * Reads a hook's rejected calls of this many days, and the last ones. Returns undefined if Redis does not
 * answer.
 */
export async function readRefusedCalls(
  redis: Redis,
  { prefix = defaultPrefix, hookId, days, nowMs }: Wanted,
): Promise<RefusedHistory | undefined> {
  if (!isReady(redis)) return undefined
  const names = Array.from({ length: days }, (_, index) => dayOf(nowMs - index * daySeconds * 1000))
  const asking = Promise.all([
    Promise.all(names.map(day => redis.hgetall(keyOf(prefix, hookId, day)))),
    redis.lrange(lastKeyOf(prefix, hookId), 0, -1),
  ])
  const found = await withTimeout(asking, readWithinMs, undefined).catch(() => undefined)
  if (!found) return undefined
  const [counts, last] = found
  return {
    days: counts.map((calls, index) => ({ day: names[index] ?? '', calls: numbersIn(calls) })),
    last: last.map(text => JSON.parse(text) as RefusedCall).toSorted((one, other) => other.at - one.at),
  }
}

function numbersIn(counts: Record<string, string>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([cause, count]) => [cause, Number(count)]))
}
