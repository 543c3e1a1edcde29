import { setTimeout as delay } from 'node:timers/promises'
import { fairQueue, openThread, type Thread, threadOf } from '@posthorn/server'
import type { JudgedCall, UnreadCall } from '../judge.js'

/** Bodies from here on wait for their turn: reading a mebibyte of JSON takes ten milliseconds and more. */
export const largeFromBytes = 64 * 1024

/** Of the time of one core, what large bodies get while small ones come. */
const share = 1 / 4
/** A small one within this time still counts as coming. */
const smallForMs = 1000
/** Bodies that wait hold their bytes: more are refused, first those of the hook that has most. */
const room = { running: 1, waiting: 64, waitingPerCaller: 16 }
/** No body of 3 MiB takes a tenth of it. */
const deadlineMs = 10_000

type Reader = Thread<UnreadCall, JudgedCall>

export type LargeBodies = {
  /** Told of each call with a small body. */
  sawSmall: () => void
  /** Reads one large body when it is its hook's turn; `no_room_for_body` when too many wait. Its bytes are gone afterwards. */
  inTurn: (hookId: string, call: UnreadCall) => Promise<JudgedCall | 'no_room_for_body'>
  /** Nothing waits any more. */
  close: Reader['close']
}

function openReader(): Reader {
  return openThread(threadOf(new URL('thread.js', import.meta.url)), deadlineMs)
}

/** One large body at a time, beside the event loop, and while small ones come so slowly that these do not wait for a core. */
export function openLargeBodies(
  reader = openReader(),
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
): LargeBodies {
  const inTurn = fairQueue(room, nowMs)
  let smallAtMs = Number.NEGATIVE_INFINITY
  let restUntilMs = 0

  const read = async (call: UnreadCall): Promise<JudgedCall> => {
    const restMs = restUntilMs - nowMs()
    if (restMs > 0 && nowMs() - smallAtMs < smallForMs) await rest(restMs)
    const beganMs = nowMs()
    try {
      return await reader.run(call, [call.body.buffer as ArrayBuffer]) // given away, not copied
    } finally {
      restUntilMs = nowMs() + (nowMs() - beganMs) * (1 / share - 1)
    }
  }

  return {
    sawSmall: () => {
      smallAtMs = nowMs()
    },
    inTurn: async (hookId, call) => {
      const worked = await inTurn(hookId, () => read(call))
      return worked.outcome === 'busy' ? 'no_room_for_body' : worked.result
    },
    close: reader.close,
  }
}
