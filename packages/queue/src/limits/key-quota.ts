import type { ChainableCommander } from 'ioredis'
import type { Admission } from './admission.js'

/**
 * New idempotency keys per hook and hour. Each takes about 250 bytes of Redis for a day, so a hook can fill a
 * tenth of the gigabyte in the compose file.
 */
export const maxNewKeysPerHour = 20_000

const hourMs = 3_600_000
/** A little more than the counted hour. */
const countedForSeconds = 7200

export type Reply = [error: Error | null, value: unknown]

export type KeyQuota = {
  /** Whether the hook has made all its new keys of this hour, as far as this process knows. */
  isFull: (hookId: string) => boolean
  /** The standing of a hook that has. */
  standing: () => Admission
  /** Counts one new key. */
  add: (hookId: string) => void
  /** Adds the new counts to the questions that go to Redis anyway. The result reads their replies. */
  report: (questions: ChainableCommander) => (replies: Reply[]) => void
}

/**
 * `all`: the count of all processes as Redis returned it. `unreported`: the keys that were made here since.
 */
type Made = { all: number; unreported: number }

/**
 * Counts new idempotency keys by hook and hour, for all processes together, without a round trip of its own:
 * counts go with the next question, so a process may exceed the limit by the calls of one turn.
 */
export function openKeyQuota(prefix: string, nowMs: () => number): KeyQuota {
  let hour = 0
  let hooks = new Map<string, Made>()

  const madeBy = (hookId: string): Made => {
    const now = Math.floor(nowMs() / hourMs)
    if (now !== hour) [hour, hooks] = [now, new Map()]
    const made = hooks.get(hookId) ?? { all: 0, unreported: 0 }
    hooks.set(hookId, made)
    return made
  }

  const report = (questions: ChainableCommander) => {
    const reported = [...hooks].filter(([, { unreported }]) => unreported > 0)
    for (const [hookId, made] of reported) {
      const name = `${prefix}:idempotency-keys:${hookId}:${hour}`
      questions.incrby(name, made.unreported).expire(name, countedForSeconds)
      made.all += made.unreported
      made.unreported = 0
    }
    return (replies: Reply[]) => {
      for (const [index, [, made]] of reported.entries()) {
        const all = replies[2 * index]?.[1]
        if (typeof all === 'number') made.all = Math.max(all, made.all)
      }
    }
  }

  return {
    isFull: hookId => {
      const { all, unreported } = madeBy(hookId)
      return all + unreported >= maxNewKeysPerHour
    },
    standing: () => ({
      admitted: false,
      limit: maxNewKeysPerHour,
      remaining: 0,
      resetSeconds: Math.ceil((hourMs - (nowMs() % hourMs)) / 1000),
    }),
    add: hookId => void madeBy(hookId).unreported++,
    report,
  }
}
