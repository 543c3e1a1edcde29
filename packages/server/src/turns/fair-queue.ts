import { openLines } from './lines.js'
import { openSlots, type SlotLimits } from './slots.js'

/** How a piece of work ended. `busy`: it was rejected without being started. */
export type Worked<Result> = { outcome: 'done'; result: Result } | { outcome: 'busy' }

/** Does work when it is the caller's turn, and passes the time that it waited. Rethrows the work's errors. */
export type FairQueue = <Result>(
  caller: string,
  work: (waitedMs: number) => Promise<Result>,
) => Promise<Worked<Result>>

/** How much work may run and wait at once. Absent limits do not apply. */
export type Room = SlotLimits & {
  /** Pieces of work that may wait, in total and per caller. */
  waiting: number
  waitingPerCaller?: number
  /** Work that has waited longer is rejected. */
  maxWaitMs?: number
}

/**
 * Does a bounded amount of work at once. The next turn goes to the caller who has used least recently, and equals take
 * turns, so a caller with little work does not wait for all the work of others. When the queue is full, the caller with the
 * most waiting work loses its last piece.
 */
export function fairQueue(room: Room, nowMs = () => performance.now()): FairQueue {
  const { waiting, waitingPerCaller = waiting, maxWaitMs } = room
  const lines = openLines()
  const slots = openSlots(room, nowMs)

  const nextCaller = () =>
    lines
      .callers()
      .filter(slots.isFreeFor)
      .reduce<string | undefined>(
        (least, one) => (least === undefined || slots.debtMs(one) < slots.debtMs(least) ? one : least),
        undefined,
      )
  const advance = () => {
    for (let caller = nextCaller(); caller !== undefined; caller = nextCaller()) lines.next(caller)?.('now')
  }
  const standInLine = (caller: string) =>
    new Promise<(() => void) | 'busy'>(resolve => {
      if (lines.lengthOf(caller) >= waitingPerCaller) return resolve('busy')
      const late = maxWaitMs && setTimeout(() => lines.leave(caller, place) && place('busy'), maxWaitMs)
      const place = (turn: 'now' | 'busy') => {
        clearTimeout(late)
        resolve(turn === 'now' ? slots.occupy(caller) : 'busy')
      }
      lines.enter(caller, place)
      if (lines.waiting() > waiting) lines.dropLast()?.('busy')
    })

  return async (caller, work) => {
    const arrivedMs = nowMs()
    const leave = slots.isFreeFor(caller) ? slots.occupy(caller) : await standInLine(caller)
    if (leave === 'busy') return { outcome: 'busy' }
    try {
      return { outcome: 'done', result: await work(nowMs() - arrivedMs) }
    } finally {
      leave()
      advance()
    }
  }
}
