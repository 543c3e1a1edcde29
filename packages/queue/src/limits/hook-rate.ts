import { parseRate, type Rate } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { defaultPrefix } from '../names.js'
import type { Bill } from './bill.js'
import { openFullWindows } from './full-windows.js'
import { type Limiter, openChangingLimiter } from './limits.js'
import { type Admission, admission, usedOf, windowKey } from './window.js'

/** The rate of hooks at the entry point. */
export type HookRate = {
  /** Counts a call with a question of its own to Redis. */
  count: Limiter
  /**
   * The standing of a hook that is known to be over its rate. Redis is not asked, because a full window stays
   * full.
   */
  over: (hookId: string) => Admission | undefined
  /**
   * Has a call counted by the write that stores its delivery. A call that costs more than a whole window
   * costs one window, because it would never be admitted. Undefined if there is no limit, or nothing left to
   * count.
   * @param counted the part of the cost that `count` has already counted
   */
  bill: (hookId: string, cost: number, counted: number) => Bill | undefined
  /**
   * Reads how much of a hook's window is used, without counting. Undefined without a limit. @throws without
   * Redis
   */
  used: (hookId: string) => Promise<{ points: number; used: number; endsInMs: number } | undefined>
}

const name = 'hook'

/** @param rate the current rate, as `6000/60` or `off` */
export function openHookRate(redis: Redis, rate: () => string, prefix = defaultPrefix): HookRate {
  const full = openFullWindows()
  const read = readOnChange(rate)
  return {
    count: openChangingLimiter(redis, name, rate, prefix),
    over: hookId => full.find(hookId, rate()),
    bill: (hookId, cost, counted) => {
      const { text, parsed } = read()
      if (parsed === 'off') return undefined
      const { points, seconds } = parsed
      const rest = Math.min(cost, points) - counted
      if (rest <= 0) return undefined
      let standing: Admission | undefined
      const settle = (left: number, endsInMs: number) => {
        standing = admission(points, left, endsInMs)
        if (!standing.admitted) full.add(hookId, { points, rate: text, endsInMs })
      }
      return {
        key: windowKey(prefix, name, seconds, hookId),
        points,
        seconds,
        cost: rest,
        settle,
        standing: () => standing,
      }
    },
    used: async hookId => {
      const { parsed } = read()
      if (parsed === 'off') return undefined
      const key = windowKey(prefix, name, parsed.seconds, hookId)
      const [used, endsInMs] = await Promise.all([usedOf(redis, key), redis.pttl(key)])
      return { points: parsed.points, used, endsInMs }
    },
  }
}

/** Parses the current rate only when it has changed, because every call asks for it. */
export function readOnChange(rate: () => string): () => { text: string; parsed: Rate } {
  let last: { text: string; parsed: Rate } = { text: 'off', parsed: 'off' }
  return () => {
    const text = rate()
    if (text !== last.text) last = { text, parsed: parseRate(text) ?? 'off' }
    return last
  }
}
