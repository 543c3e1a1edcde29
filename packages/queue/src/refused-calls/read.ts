import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../deliveries/delivery.js'
import { withTimeout } from '../with-timeout.js'
import { dayOf, daySeconds, keyOf } from './keys.js'

const readWithinMs = 2000

/** The calls of one day (`2026-11-21`, in UTC) by what they were refused for. */
export type RefusedDay = { day: string; calls: Record<string, number> }

/** What was refused of a hook's calls on these many days, the newest first; undefined where Redis does not answer. */
export async function readRefusedCalls(
  redis: Redis,
  {
    prefix = defaultPrefix,
    hookId,
    days,
    nowMs,
  }: { prefix?: string; hookId: string; days: number; nowMs: number },
): Promise<RefusedDay[] | undefined> {
  if (!isReady(redis)) return undefined
  const names = Array.from({ length: days }, (_, index) => dayOf(nowMs - index * daySeconds * 1000))
  const asking = Promise.all(names.map(day => redis.hgetall(keyOf(prefix, hookId, day))))
  const found = await withTimeout(asking, readWithinMs, undefined).catch(() => undefined)
  return found?.map((counts, index) => ({
    day: names[index] ?? '',
    calls: Object.fromEntries(Object.entries(counts).map(([cause, count]) => [cause, Number(count)])),
  }))
}
