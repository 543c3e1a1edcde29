import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery } from './delivery.js'

/** Of a worker's time, what one hook's flood gets while others send. */
const share = 1 / 4
/** Who sent within this time still counts as sending. */
const sendingForMs = 1000
/** Lets others go first, between two pieces of work. */
export type Pause = () => Promise<unknown>

/** A rest is never longer: the lock of the batch that waits, and an orderly stop, are not to suffer. */
const maxRestMs = 1500

/** Keeps a worker from spending its time on one hook while others send; when nobody else does, nobody rests. */
export function openFloodPace(
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
) {
  const seenAt = new Map<string, number>()
  let restUntilMs = 0
  let isClosing = false

  const othersSend = (hookId: string, now: number) => {
    if (isClosing) return false
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
    /** Does the work of one flood batch; each piece of it after the rest that the one before has earned. */
    flood: async <Result>(
      deliveries: Delivery[],
      work: (pause: Pause) => Promise<Result>,
    ): Promise<Result> => {
      const hookId = deliveries[0]?.hookId ?? ''
      let began = 0
      const begin = async () => {
        const restMs = Math.min(restUntilMs - nowMs(), maxRestMs)
        if (restMs > 0 && othersSend(hookId, nowMs())) await rest(restMs)
        began = nowMs()
      }
      const end = () => {
        const ended = nowMs()
        restUntilMs = ended + (ended - began) * (1 / share - 1)
      }
      const pause = async () => {
        end()
        await nextTurn()
        await begin()
      }
      await begin()
      try {
        return await work(pause)
      } finally {
        end()
      }
    },
    /** Nobody rests any more. */
    close: () => {
      isClosing = true
    },
  }
}

export type FloodPace = ReturnType<typeof openFloodPace>
