import { parseRate, type Rate } from '@posthorn/core'
import type { Redis } from 'ioredis'
import type { RateLimiterRedis } from 'rate-limiter-flexible'
import { isReady } from '../connection/connection.js'
import { defaultPrefix } from '../names.js'
import { withTimeout } from '../with-timeout.js'
import { type Limiter, openChangingLimiter } from './limits.js'
import {
  type Admission,
  admission,
  type Bill,
  openFullWindows,
  openWindows,
  usedOf,
  type Window,
  windowKey,
} from './window.js'

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
function readOnChange(rate: () => string): () => { text: string; parsed: Rate } {
  let last: { text: string; parsed: Rate } = { text: 'off', parsed: 'off' }
  return () => {
    const text = rate()
    if (text !== last.text) last = { text, parsed: parseRate(text) ?? 'off' }
    return last
  }
}

/** What all hooks and apps of an owner use together. */
export type OwnerUse = {
  /** The standing of an owner who has used up the calls of a window or the bytes of a day, as far as this process knows. */
  over: (ownerId: string) => Admission | undefined
  /** Counts calls by their cost, and the bytes that they store. */
  add: (ownerId: string, cost: number, bytes: number) => void
  /** Reports the rest, if Redis responds within a second. */
  close: () => Promise<void>
}

export type OwnerBounds = {
  HookRate: string
  OwnerRateFactor: number
  OwnerPayloadMebibytesPerDay: number
}

const reportAfterMs = 1000
const closeWithinMs = 1000
const daySeconds = 86_400
const mebibyte = 1024 * 1024

/**
 * Counts in memory, and tells Redis about once a second, which knows the sums of all processes. So an owner exceeds a bound by what
 * the other processes accept in a second, and no call waits for it.
 */
export function openOwnerUse(redis: Redis, bounds: () => OwnerBounds, prefix: string): OwnerUse {
  const rate = readOnChange(() => bounds().HookRate)
  const calls = openUse(redis, prefix, 'owner-calls', () => {
    const { parsed } = rate()
    return parsed === 'off' ? undefined : { ...parsed, points: parsed.points * bounds().OwnerRateFactor }
  })
  const bytes = openUse(redis, prefix, 'owner-bytes', () => ({
    points: bounds().OwnerPayloadMebibytesPerDay * mebibyte,
    seconds: daySeconds,
  }))
  let timer: NodeJS.Timeout | undefined

  const report = async () => {
    timer = undefined
    if (isReady(redis)) await Promise.all([...calls.report(), ...bytes.report()])
    else begin()
  }
  const begin = () => {
    timer ??= setTimeout(report, reportAfterMs).unref()
  }
  return {
    over: ownerId => calls.over(ownerId) ?? bytes.over(ownerId),
    add: (ownerId, cost, stored) => {
      calls.add(ownerId, cost)
      bytes.add(ownerId, stored)
      begin()
    },
    close: async () => {
      clearTimeout(timer)
      if (timer) await withTimeout(report(), closeWithinMs, undefined)
    },
  }
}

/** `all`: the sum of all processes, with what was reported here. `unreported`: what was counted here since. */
type Used = { all: number; unreported: number; endsAtMs: number }

/** Counts by owner. `bound`: the one in force now; undefined without one. */
function openUse(redis: Redis, prefix: string, name: string, bound: () => Window | undefined) {
  let windows: RateLimiterRedis | undefined
  let owners = new Map<string, Used>()

  /** Returns the bound, and begins again if its windows have another length. */
  const look = (): Window | undefined => {
    const now = bound()
    if (now?.seconds !== windows?.duration) {
      windows = now && openWindows(redis, prefix, name, now)
      owners = new Map()
    }
    return now
  }
  const tell = async (windows: RateLimiterRedis, owner: string, used: Used) => {
    const by = used.unreported
    used.all += by
    used.unreported = 0
    const told = await windows.penalty(owner, by).catch(() => undefined)
    if (told) [used.all, used.endsAtMs] = [told.consumedPoints, performance.now() + told.msBeforeNext]
    else [used.all, used.unreported] = [used.all - by, used.unreported + by]
  }
  return {
    over: (owner: string): Admission | undefined => {
      const most = look()?.points
      const used = owners.get(owner)
      if (most === undefined || used === undefined || used.all + used.unreported < most) return undefined
      const endsInMs = used.endsAtMs - performance.now()
      return endsInMs > 0 ? admission(most, -1, endsInMs) : undefined
    },
    add: (owner: string, amount: number): void => {
      const seconds = look()?.seconds
      if (seconds === undefined) return
      const used = owners.get(owner)
      const nowMs = performance.now()
      if (used && used.endsAtMs > nowMs) used.unreported += amount
      else owners.set(owner, { all: 0, unreported: amount, endsAtMs: nowMs + seconds * 1000 })
    },
    /** Adds what was counted here to the windows in Redis, and learns their sums. Forgets windows that have ended. */
    report: (): Promise<void>[] => {
      const nowMs = performance.now()
      for (const [owner, { endsAtMs }] of owners) if (endsAtMs <= nowMs) owners.delete(owner)
      const due = [...owners].filter(([, { unreported }]) => unreported > 0)
      return windows ? due.map(([owner, used]) => tell(windows as RateLimiterRedis, owner, used)) : []
    },
  }
}

/**
 * A call of up to 16 KiB and four posts costs one. Larger ones cost in proportion (docs/behaviour.md,
 * sending).
 */
const bytesPerPoint = 16 * 1024
const postsPerPoint = 4

/** Returns a call's cost against its hook's rate, from the length of its body and its estimated posts. */
export function callCost(bytes: number, posts: number): number {
  return Math.max(1, Math.ceil(bytes / bytesPerPoint), Math.ceil(posts / postsPerPoint))
}
