import type { ChainableCommander } from 'ioredis'
import type { Admission } from './admission.js'

/**
 * New idempotency keys of a hook in an hour. Each takes about 250 bytes of Redis for a day: what a hook can hold is a
 * tenth of the gigabyte that the compose file gives.
 */
export const maxNewKeysPerHour = 20_000

const hourMs = 3_600_000
/** A little more than the hour that is counted. */
const countedForSeconds = 7200

export type Reply = [error: Error | null, value: unknown]

export type KeyQuota = {
  /** Whether the hook has made all the new keys that it may in this hour, as far as is known here. */
  isFull: (hookId: string) => boolean
  /** What a hook that has is told. */
  standing: () => Admission
  /** One new key was made. */
  add: (hookId: string) => void
  /** Puts what was added since the last time behind the questions that go to Redis anyway; hears their replies. */
  tell: (questions: ChainableCommander) => (replies: Reply[]) => void
}

/** `all` is what Redis said of all processes, `unreported` what was added here since. */
type Made = { all: number; unreported: number }

/**
 * Counts new idempotency keys by hook and hour, for all processes together, without a round trip of its own: what was
 * made goes along with the next question, so that a process may go over by what one turn brings.
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

  const tell = (questions: ChainableCommander) => {
    const told = [...hooks].filter(([, { unreported }]) => unreported > 0)
    for (const [hookId, made] of told) {
      const name = `${prefix}:idempotency-keys:${hookId}:${hour}`
      questions.incrby(name, made.unreported).expire(name, countedForSeconds)
      made.all += made.unreported
      made.unreported = 0
    }
    return (replies: Reply[]) => {
      for (const [index, [, made]] of told.entries()) {
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
    tell,
  }
}
