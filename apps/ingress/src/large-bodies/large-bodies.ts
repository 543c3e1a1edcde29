import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** Bodies from here on wait for their turn: reading a mebibyte of JSON takes tens of milliseconds. */
export const largeFromBytes = 64 * 1024

/** Of the process's time, what large bodies get while small ones come. */
const share = 1 / 4
/** A small one within this time still counts as coming. */
const smallForMs = 1000
/** Bodies that wait hold their bytes: more are refused, first those of the hook that has most. */
const waitingPerHook = 16
const waitingInAll = 64

export type LargeBodies = {
  /** Told of each call with a small body. */
  sawSmall: () => void
  /**
   * Does the work that one large body makes, after that of those before it; `no_room_for_body` when too many wait.
   * @param work without a pause in it; it does not throw
   */
  inTurn: <Result>(hookId: string, work: () => Result) => Promise<Result | 'no_room_for_body'>
}

/** One large body in a turn of the event loop and, while small ones come, so slowly that these do not wait for many. */
export function openLargeBodies(
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

  const turn = async <Result>(hookId: string, work: () => Result): Promise<Result> => {
    await nextTurn()
    const restMs = restUntilMs - nowMs()
    if (restMs > 0 && nowMs() - smallAtMs < smallForMs) await rest(restMs)
    enter(hookId, -1)
    const beganMs = nowMs()
    const result = work()
    restUntilMs = nowMs() + (nowMs() - beganMs) * (1 / share - 1)
    return result
  }

  return {
    sawSmall: () => {
      smallAtMs = nowMs()
    },
    inTurn: (hookId, work) => {
      if (waits >= waitingInAll || (waiting.get(hookId) ?? 0) >= waitingPerHook)
        return Promise.resolve('no_room_for_body')
      enter(hookId, 1)
      const mine = last.then(() => turn(hookId, work))
      last = mine
      return mine
    },
  }
}
