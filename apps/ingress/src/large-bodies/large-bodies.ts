import { setTimeout as delay } from 'node:timers/promises'
import type { JudgedCall, UnreadCall } from '@posthorn/formats'
import { fairQueue, openThread, type Thread, threadOf } from '@posthorn/server'

/** The share of one core that large bodies get while small ones arrive. */
const share = 1 / 4
/** Small bodies count as arriving for this long after the last one. */
const smallForMs = 1000
/** Waiting bodies hold memory, so further ones are rejected, beginning with those of the owner who has most. */
const room = { running: 1, waiting: 64, waitingPerCaller: 16 }
/** Over ten times what any body of 3 MiB takes. */
const deadlineMs = 10_000

type Reader = Thread<UnreadCall, JudgedCall>

export type LargeBodies = {
  /** Call this for each small body. */
  sawSmall: () => void
  /** Reads one large body when it is its owner's turn, or returns `no_room_for_body`. Its bytes are unusable afterwards. */
  inTurn: (ownerId: string, call: UnreadCall) => Promise<JudgedCall | { outcome: 'no_room_for_body' }>
  /** Ends the thread. Call it when nothing waits any more. */
  close: Reader['close']
}

/** Reads one large body at a time in a thread. Pauses between them while small ones arrive, so that these get a core. */
export function openLargeBodies(
  reader: Reader = openThread(threadOf(new URL('thread.js', import.meta.url)), deadlineMs),
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
): LargeBodies {
  const inTurn = fairQueue(room, nowMs)
  let smallAtMs = Number.NEGATIVE_INFINITY
  let restUntilMs = 0

  const read = async (call: UnreadCall) => {
    const restMs = restUntilMs - nowMs()
    if (restMs > 0 && nowMs() - smallAtMs < smallForMs) await rest(restMs)
    const beganMs = nowMs()
    try {
      return await reader.run(call, [call.body.buffer as ArrayBuffer]) // transferred, not copied
    } finally {
      restUntilMs = nowMs() + (nowMs() - beganMs) * (1 / share - 1)
    }
  }

  return {
    sawSmall: () => {
      smallAtMs = nowMs()
    },
    inTurn: async (ownerId, call) => {
      const worked = await inTurn(ownerId, () => read(call))
      return worked.outcome === 'busy' ? { outcome: 'no_room_for_body' } : worked.result
    },
    close: reader.close,
  }
}
