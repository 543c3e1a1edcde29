import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import { openTally } from '../tally.js'
import { dayOf, daySeconds, keyOf, lastKeyOf } from './keys.js'

/** For how many days it is known how many calls of a hook were refused, and which were the last. */
export const refusedCallsKeptDays = 31

/** How many of a hook's last refusals are kept, and how many characters of what its sender was told. */
export const keptRefusals = 20
const maxDetailLength = 300

/** Hooks and causes whose last refusal is held until Redis is told. */
const maxHeld = 10_000

const keptSeconds = refusedCallsKeptDays * daySeconds

/** A call that became no delivery: when, the word for its cause, and what its sender was told beside the cause's own words. */
export type RefusedCall = { at: number; cause: string; detail: string; requestId: string }

/** Counts the calls of hooks that are answered with a refusal before they become deliveries, and keeps the last ones. */
export type RefusedCallCounter = {
  /** Costs nothing but memory. Of the calls of a hook that one cause refuses within a second, the last is kept. */
  count: (hookId: string, refused: Omit<RefusedCall, 'at'>) => void
  close: () => Promise<void>
}

/** One hash per hook and day: `cause` → calls; one list per hook. Where nothing is refused nothing is asked of Redis. */
export function openRefusedCalls(redis: Redis, prefix = defaultPrefix, nowMs = Date.now): RefusedCallCounter {
  const lasts = new Map<string, RefusedCall>()
  const { count, close } = openTally(redis, (writing, counts) => {
    for (const [field, calls] of counts) {
      const [hookId = '', day = '', cause = ''] = field.split(':')
      const key = keyOf(prefix, hookId, day)
      writing.hincrby(key, cause, calls).expire(key, keptSeconds)
      const last = lasts.get(field)
      if (!last) continue
      lasts.delete(field)
      const list = lastKeyOf(prefix, hookId)
      writing
        .lpush(list, JSON.stringify(last))
        .ltrim(list, 0, keptRefusals - 1)
        .expire(list, keptSeconds)
    }
  })
  return {
    count: (hookId, { cause, detail, requestId }) => {
      const at = nowMs()
      const field = `${hookId}:${dayOf(at)}:${cause}`
      count(field)
      if (lasts.size < maxHeld)
        lasts.set(field, { at, cause, detail: detail.slice(0, maxDetailLength), requestId })
    },
    close,
  }
}
