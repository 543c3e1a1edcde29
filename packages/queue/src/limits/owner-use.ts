import type { Settings } from '@posthorn/core'
import type { ChainableCommander, Redis } from 'ioredis'
import { isReady } from '../connection/connection.js'
import { withTimeout } from '../with-timeout.js'
import { type Admission, admission } from './admission.js'
import { readOnChange } from './hook-rate.js'

/** What all hooks and apps of an owner use together. */
export type OwnerUse = {
  /** The standing of an owner who has used up the calls of a window or the bytes of a day, as far as this process knows. */
  over: (ownerId: string) => Admission | undefined
  /** Counts calls by their cost, and the bytes that they store. */
  add: (ownerId: string, cost: number, bytes: number) => void
  /** Reports the rest, if Redis responds within a second. */
  close: () => Promise<void>
}

export type OwnerBounds = Pick<Settings, 'HookRate' | 'OwnerRateFactor' | 'OwnerPayloadMebibytesPerDay'>

const reportAfterMs = 1000
const closeWithinMs = 1000
const daySeconds = 86_400
const mebibyte = 1024 * 1024

/**
 * Counts in memory, and tells Redis about once a second, which knows the sums of all processes. So an owner exceeds a bound by what
 * the other processes accept in a second, and no call waits for it.
 */
export function openOwnerUse(
  redis: Redis,
  bounds: () => OwnerBounds,
  prefix: string,
  nowMs: () => number = Date.now,
): OwnerUse {
  const rate = readOnChange(() => bounds().HookRate)
  const calls = openWindow(`${prefix}:owner-calls`, nowMs, () => {
    const { parsed } = rate()
    return parsed === 'off'
      ? undefined
      : { most: parsed.points * bounds().OwnerRateFactor, seconds: parsed.seconds }
  })
  const bytes = openWindow(`${prefix}:owner-bytes`, nowMs, () => ({
    most: bounds().OwnerPayloadMebibytesPerDay * mebibyte,
    seconds: daySeconds,
  }))
  let timer: NodeJS.Timeout | undefined

  const report = async () => {
    timer = undefined
    if (!isReady(redis)) return begin()
    const asking = redis.pipeline()
    const reading = [calls.report(asking), bytes.report(asking)]
    const replies = (await asking.exec().catch(() => null)) ?? []
    for (const read of reading) read(replies)
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
type Used = { all: number; unreported: number }
type Replies = [error: Error | null, value: unknown][]

/** A window of so many seconds, by the clock. Undefined without a bound. */
type Bound = { most: number; seconds: number } | undefined

/** How long a bound applies after it was changed. */
const lookAgainMs = 500

/** Counts by owner in a hash of Redis per window. */
function openWindow(name: string, nowMs: () => number, bound: () => Bound) {
  let inForce: Bound
  let lookAtMs = 0
  let endsAtMs = 0
  let key = ''
  let owners = new Map<string, Used>()

  /** Returns the bound, and begins another window if it is time. */
  const look = (now: number): Bound => {
    if (now < lookAtMs) return inForce
    inForce = bound()
    const lengthMs = (inForce?.seconds ?? daySeconds) * 1000
    const began = Math.floor(now / lengthMs)
    endsAtMs = (began + 1) * lengthMs
    lookAtMs = Math.min(now + lookAgainMs, endsAtMs)
    const current = `${name}:${lengthMs / 1000}:${began}`
    if (current !== key) [key, owners] = [current, new Map()]
    return inForce
  }
  const report = (asking: ChainableCommander) => {
    look(nowMs())
    return addUp(asking, owners, { key, seconds: Math.ceil((endsAtMs - nowMs()) / 1000) + 1 })
  }
  return {
    over: (owner: string): Admission | undefined => {
      const now = nowMs()
      const most = look(now)?.most
      const used = owners.get(owner)
      if (most === undefined || used === undefined || used.all + used.unreported < most) return undefined
      return admission(most, -1, endsAtMs - now)
    },
    add: (owner: string, amount: number) => {
      if (look(nowMs()) === undefined) return
      const used = owners.get(owner)
      if (used) used.unreported += amount
      else owners.set(owner, { all: 0, unreported: amount })
    },
    report,
  }
}

/** Adds what was counted here to the sums in Redis, as a part of `asking`. The result reads its replies. */
function addUp(
  asking: ChainableCommander,
  owners: Map<string, Used>,
  { key, seconds }: { key: string; seconds: number },
) {
  const from = asking.length
  const added = [...owners].filter(([, { unreported }]) => unreported > 0)
  const reported = added.map(([owner, used]) => ({ owner, used, by: used.unreported }))
  for (const { owner, used, by } of reported) {
    asking.hincrby(key, owner, by)
    used.all += by
    used.unreported = 0
  }
  if (reported.length > 0) asking.expire(key, seconds)
  return (replies: Replies) => {
    for (const [index, { used, by }] of reported.entries()) {
      const all = replies[from + index]?.[1]
      if (typeof all === 'number') used.all = Math.max(all, used.all)
      else [used.all, used.unreported] = [used.all - by, used.unreported + by]
    }
  }
}
