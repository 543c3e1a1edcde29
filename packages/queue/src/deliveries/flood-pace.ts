import { setTimeout as delay } from 'node:timers/promises'
import type { Delivery } from './delivery.js'

/** Of a worker's time, what one hook's flood gets while others send. */
const share = 1 / 4
/** Who sent within this time still counts as sending. */
const sendingForMs = 1000
/** A rest is never longer: the lock of the batch that waits, and an orderly stop, are not to suffer. */
const maxRestMs = 1500

/** Keeps a worker from spending its time on one hook while others send; when nobody else does, nobody rests. */
export function openFloodPace(
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
) {
  const seenAt = new Map<string, number>()
  let restUntilMs = 0

  const othersSend = (hookId: string, now: number) => {
    for (const [id, at] of seenAt) if (id !== hookId && now - at < sendingForMs) return true
    return false
  }

  return {
    /** Told of each batch of the shared lane. */
    sawShared: (deliveries: Delivery[]) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (now - at >= sendingForMs) seenAt.delete(id)
      for (const { hookId } of deliveries) seenAt.set(hookId, now)
    },
    /** Does the work of one flood batch, after the rest that the work before it has earned. */
    flood: async <Result>(deliveries: Delivery[], work: () => Promise<Result>): Promise<Result> => {
      const hookId = deliveries[0]?.hookId ?? ''
      const restMs = Math.min(restUntilMs - nowMs(), maxRestMs)
      if (restMs > 0 && othersSend(hookId, nowMs())) await rest(restMs)
      const began = nowMs()
      try {
        return await work()
      } finally {
        const ended = nowMs()
        restUntilMs = ended + (ended - began) * (1 / share - 1)
      }
    },
  }
}

export type FloodPace = ReturnType<typeof openFloodPace>
