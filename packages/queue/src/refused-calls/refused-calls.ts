import type { Redis } from 'ioredis'
import { isMemoryFull } from '../backlog/memory.js'
import type { OwnedHook } from '../deliveries/delivery.js'
import { defaultPrefix } from '../names.js'
import { openTally } from '../tally.js'
import { dayOf, daySeconds, keyOf, lastKeyOf } from './keys.js'
import { openSamples } from './samples.js'

/** How many days counts and last rejections are stored. */
export const refusedCallsKeptDays = 31

/**
 * How many last rejections are stored per hook, and how many characters of the details that its sender got.
 */
export const keptRefusals = 20
const maxDetailLength = 300

/** Hooks and causes whose last rejection waits to be stored. */
const maxHeld = 10_000

const keptSeconds = refusedCallsKeptDays * daySeconds

/**
 * A call that became no delivery: its time, its cause, and the details that its sender got besides the
 * cause's message.
 */
export type RefusedCall = { at: number; cause: string; detail: string; requestId: string }

/** Counts the hook calls that are rejected before they become deliveries, and stores the last ones. */
export type RefusedCallCounter = {
  /**
   * Costs nothing but memory. Of a hook's calls that one cause rejects within a second, the last one is
   * stored. `sample`: its JSON, if a template could make a post of it. Not stored if it is too long, or Redis has no room.
   */
  count: (hook: OwnedHook, refused: Omit<RefusedCall, 'at'>, sample?: string) => void
  close: () => Promise<void>
}

/**
 * One hash per hook and day: `cause` → calls; one list per hook. If no call is rejected, Redis is not asked.
 */
export function openRefusedCalls(redis: Redis, prefix = defaultPrefix, nowMs = Date.now): RefusedCallCounter {
  const lasts = new Map<string, RefusedCall>()
  const samples = openSamples(prefix)
  const { count, close } = openTally(redis, async (writing, counts) => {
    if (samples.isHeld() && (await isMemoryFull(redis))) samples.drop()
    for (const [field, calls] of counts) {
      const [hookId = '', day = '', cause = ''] = field.split(':')
      const key = keyOf(prefix, hookId, day)
      writing.hincrby(key, cause, calls).expire(key, keptSeconds)
      samples.write(writing, hookId)
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
    count: ({ hookId, ownerId }, { cause, detail, requestId }, sample) => {
      const at = nowMs()
      const field = `${hookId}:${dayOf(at)}:${cause}`
      count(field)
      if (sample !== undefined) samples.hold({ hookId, ownerId }, { at, requestId, payload: sample })
      if (lasts.size < maxHeld) lasts.set(field, { at, cause, detail: shortened(detail), requestId })
    },
    close,
  }
}

/** Details may quote what a sender wrote. In JSON, a control character takes six bytes. */
const shortened = (detail: string) =>
  detail
    .slice(0, maxDetailLength)
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
