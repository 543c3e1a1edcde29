import type { Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../deliveries/delivery.js'
import { withTimeout } from '../with-timeout.js'
import { dayOf, daySeconds, keyOf } from './keys.js'

/** For how many days it is known how many calls of a hook were refused. */
export const refusedCallsKeptDays = 31

/** Redis is told so long after the first call that it was not told of, of all that came meanwhile. */
const tellAfterMs = 1000

/** Hooks, days and causes that are counted here and not told yet; while Redis is away no more are begun. */
const maxUntold = 10_000

const closeWithinMs = 1000

/** Counts the calls of hooks that are answered with a refusal before they become deliveries. */
export type RefusedCallCounter = {
  /** Costs nothing but memory. */
  count: (hookId: string, cause: string) => void
  /** Tells what was not told yet, if Redis takes it within a second. */
  close: () => Promise<void>
}

/**
 * One hash per hook and day: `cause` → calls. Where nothing is refused nothing is asked of Redis. What cannot be told is
 * told later; what a process has not told when it is killed, the calls of about a second, is lost.
 */
export function openRefusedCalls(redis: Redis, prefix = defaultPrefix, nowMs = Date.now): RefusedCallCounter {
  let untold = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const add = (field: string, calls: number) => {
    if (untold.size < maxUntold || untold.has(field)) untold.set(field, (untold.get(field) ?? 0) + calls)
    timer ??= setTimeout(tell, tellAfterMs)
  }
  const tell = async () => {
    timer = undefined
    const telling = untold
    untold = new Map()
    const isTold = isReady(redis) && (await store(redis, prefix, telling).catch(() => false))
    if (!isTold) for (const [field, calls] of telling) add(field, calls)
  }
  return {
    count: (hookId, cause) => add(`${hookId}:${dayOf(nowMs())}:${cause}`, 1),
    close: async () => {
      clearTimeout(timer)
      if (untold.size > 0) await withTimeout(tell(), closeWithinMs, undefined)
      clearTimeout(timer)
    },
  }
}

/** Fields are `hook:day:cause`. False where Redis took none of it. */
async function store(redis: Redis, prefix: string, counts: Map<string, number>): Promise<boolean> {
  const writing = redis.multi()
  for (const [field, calls] of counts) {
    const [hookId = '', day = '', cause = ''] = field.split(':')
    const key = keyOf(prefix, hookId, day)
    writing.hincrby(key, cause, calls).expire(key, refusedCallsKeptDays * daySeconds)
  }
  return (await writing.exec())?.every(([error]) => error === null) ?? false
}
