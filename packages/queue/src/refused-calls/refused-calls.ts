import type { Redis } from 'ioredis'
import { defaultPrefix } from '../deliveries/delivery.js'
import { openTally } from '../tally.js'
import { dayOf, daySeconds, keyOf } from './keys.js'

/** For how many days it is known how many calls of a hook were refused. */
export const refusedCallsKeptDays = 31

/** Counts the calls of hooks that are answered with a refusal before they become deliveries. */
export type RefusedCallCounter = {
  /** Costs nothing but memory. */
  count: (hookId: string, cause: string) => void
  close: () => Promise<void>
}

/** One hash per hook and day: `cause` → calls. Where nothing is refused nothing is asked of Redis. */
export function openRefusedCalls(redis: Redis, prefix = defaultPrefix, nowMs = Date.now): RefusedCallCounter {
  const { count, close } = openTally(redis, (writing, counts) => {
    for (const [field, calls] of counts) {
      const [hookId = '', day = '', cause = ''] = field.split(':')
      const key = keyOf(prefix, hookId, day)
      writing.hincrby(key, cause, calls).expire(key, refusedCallsKeptDays * daySeconds)
    }
  })
  return { count: (hookId, cause) => count(`${hookId}:${dayOf(nowMs())}:${cause}`), close }
}
