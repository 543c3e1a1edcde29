import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { type Delivery, ownerOf } from './delivery.js'

/** The share of a worker's time that floods get while others send. */
const share = 1 / 4
/** An owner whose hooks sent within this time counts as sending. */
const sendingForMs = 1000
/** A rest is never longer, because of the lock of the waiting batch and for a quick shutdown. */
const maxRestMs = 1500

/** Lets other work go first, between two pieces of work. */
export type Pause = () => Promise<unknown>

/**
 * Keeps one owner's flood from using all of a worker's time while others send: its batches run one by one, and rest. If nobody
 * else sends, they run in parallel, and never rest.
 */
export function openFloodPace(
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
) {
  const senders = openSenders(nowMs)
  const { pieces, close } = openRests(senders, nowMs, rest)
  const inProgress = new Set<Promise<unknown>>()

  const run = async <Result>(
    owner: string,
    earlier: Promise<unknown>[],
    work: (pause: Pause) => Promise<Result>,
  ) => {
    const { begin, end } = pieces(owner)
    const pause = async () => {
      end()
      await nextTurn()
      await begin()
    }
    if (senders.othersSend(owner)) await Promise.allSettled(earlier)
    await begin()
    return work(pause).finally(end)
  }

  return {
    /** Notes each batch of the shared lane. */
    sawShared: senders.saw,
    /** Works on one flood batch, which pauses between its pieces. */
    flood: <Result>(deliveries: Delivery[], work: (pause: Pause) => Promise<Result>): Promise<Result> => {
      const running = run(deliveries[0] ? ownerOf(deliveries[0]) : '', [...inProgress], work)
      inProgress.add(running)
      return running.finally(() => inProgress.delete(running))
    },
    /** Ends all rests. */
    close,
  }
}

/** Measures pieces of work, and lets the next one wait. */
function openRests(
  senders: ReturnType<typeof openSenders>,
  nowMs: () => number,
  rest: (ms: number) => Promise<unknown>,
) {
  let restUntilMs = 0
  let isClosing = false

  /** Runs an owner's pieces of work. Each waits for the rest that the one before has earned. */
  const pieces = (owner: string) => {
    let began = 0
    return {
      begin: async () => {
        const restMs = Math.min(restUntilMs - nowMs(), maxRestMs)
        if (restMs > 0 && !isClosing && senders.othersSend(owner)) await rest(restMs)
        began = nowMs()
      },
      end: () => {
        const ended = nowMs()
        restUntilMs = ended + (ended - began) * (1 / share - 1)
      },
    }
  }

  return {
    pieces,
    close: () => {
      isClosing = true
    },
  }
}

/** The owners whose hooks sent recently. */
function openSenders(nowMs: () => number) {
  const seenAt = new Map<string, number>()
  return {
    saw: (deliveries: Delivery[]) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (now - at >= sendingForMs) seenAt.delete(id)
      for (const delivery of deliveries) seenAt.set(ownerOf(delivery), now)
    },
    othersSend: (owner: string) => {
      const now = nowMs()
      for (const [id, at] of seenAt) if (id !== owner && now - at < sendingForMs) return true
      return false
    },
  }
}

export type FloodPace = ReturnType<typeof openFloodPace>
