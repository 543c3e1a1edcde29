import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery } from './delivery.js'

/** Of a worker's time, what one hook's flood gets while others send. */
const share = 1 / 4
/** Who sent within this time still counts as sending. */
const sendingForMs = 1000
/** A rest is never longer: the lock of the batch that waits, and an orderly stop, are not to suffer. */
const maxRestMs = 1500

/** Lets others go first, between two pieces of work. */
export type Pause = () => Promise<unknown>

/** Keeps a worker from spending its time on one hook while others send; when nobody else does, nobody rests. */
export function openFloodPace(
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
) {
  const senders = openSenders(nowMs)
  let restUntilMs = 0
  let isClosing = false

  /** One piece of work after another for a hook, each after the rest that the one before has earned. */
  const openPieces = (hookId: string) => {
    let began = 0
    return {
      begin: async () => {
        const restMs = Math.min(restUntilMs - nowMs(), maxRestMs)
        if (restMs > 0 && !isClosing && senders.othersSend(hookId)) await rest(restMs)
        began = nowMs()
      },
      end: () => {
        const ended = nowMs()
        restUntilMs = ended + (ended - began) * (1 / share - 1)
      },
    }
  }

  return {
    /** Told of each batch of the shared lane. */
    sawShared: senders.saw,
    /** Does the work of one flood batch, which pauses between its pieces. */
    flood: async <Result>(
      deliveries: Delivery[],
      work: (pause: Pause) => Promise<Result>,
    ): Promise<Result> => {
      const { begin, end } = openPieces(deliveries[0]?.hookId ?? '')
      const pause = async () => {
        end()
        await nextTurn()
        await begin()
      }
      await begin()
      return work(pause).finally(end)
    },
    /** Nobody rests any more. */
    close: () => {
      isClosing = true
    },
  }
}

/** Who has sent of late. */
function openSenders(nowMs: () => number) {
  const seenAt = new Map<string, number>()
  return {
    saw: (deliveries: Delivery[]) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (now - at >= sendingForMs) seenAt.delete(id)
      for (const { hookId } of deliveries) seenAt.set(hookId, now)
    },
    othersSend: (hookId: string) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (id !== hookId && now - at < sendingForMs) return true
      return false
    },
  }
}

export type FloodPace = ReturnType<typeof openFloodPace>
