import { setTimeout as delay } from 'node:timers/promises'
import type { JudgedCall, UnreadCall } from '../judge.js'
import { type BodyReader, openBodyReader } from './body-reader.js'

/** Bodies from here on wait for their turn: reading a mebibyte of JSON takes ten milliseconds and more. */
export const largeFromBytes = 64 * 1024

/** Of the time of one core, what large bodies get while small ones come. */
const share = 1 / 4
/** A small one within this time still counts as coming. */
const smallForMs = 1000
/** Bodies that wait hold their bytes: more are refused, first those of the hook that has most. */
const waitingPerHook = 16
const waitingInAll = 64

export type LargeBodies = {
  /** Told of each call with a small body. */
  sawSmall: () => void
  /** Reads one large body, after those before it; `no_room_for_body` when too many wait. */
  inTurn: (hookId: string, call: UnreadCall) => Promise<JudgedCall | 'no_room_for_body'>
  /** Nothing waits any more. */
  close: BodyReader['close']
}

/** One large body at a time, beside the event loop, and while small ones come so slowly that these do not wait for a core. */
export function openLargeBodies(
  reader: BodyReader = openBodyReader(),
  nowMs: () => number = () => performance.now(),
  rest: (ms: number) => Promise<unknown> = delay,
): LargeBodies {
  const waiting = new Map<string, number>()
  let waits = 0
  let smallAtMs = Number.NEGATIVE_INFINITY
  let last: Promise<unknown> = Promise.resolve()
  let restUntilMs = 0

  const enter = (hookId: string, by: 1 | -1) => {
    waits += by
    const left = (waiting.get(hookId) ?? 0) + by
    if (left > 0) waiting.set(hookId, left)
    else waiting.delete(hookId)
  }

  const turn = async (hookId: string, call: UnreadCall): Promise<JudgedCall> => {
    const restMs = restUntilMs - nowMs()
    if (restMs > 0 && nowMs() - smallAtMs < smallForMs) await rest(restMs)
    enter(hookId, -1)
    const beganMs = nowMs()
    try {
      return await reader.read(call)
    } finally {
      restUntilMs = nowMs() + (nowMs() - beganMs) * (1 / share - 1)
    }
  }

  return {
    sawSmall: () => {
      smallAtMs = nowMs()
    },
    inTurn: (hookId, call) => {
      if (waits >= waitingInAll || (waiting.get(hookId) ?? 0) >= waitingPerHook)
        return Promise.resolve('no_room_for_body')
      enter(hookId, 1)
      const mine = last.then(() => turn(hookId, call))
      last = mine.catch(() => {})
      return mine
    },
    close: reader.close,
  }
}
