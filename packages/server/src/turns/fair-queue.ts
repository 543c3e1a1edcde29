import { openLines } from './lines.js'
import { openSlots, type SlotLimits } from './slots.js'

/** What became of a piece of work; `busy`: it was turned away and not begun. */
export type Worked<Result> = { outcome: 'done'; result: Result } | { outcome: 'busy' }

/** Does work for a caller when its turn has come, and passes on how long that took. Rethrows what the work throws. */
export type FairQueue = <Result>(
  caller: string,
  work: (waitedMs: number) => Promise<Result>,
) => Promise<Worked<Result>>

/** How much is done at once, and may wait. What is absent is not bounded by itself. */
export type Room = SlotLimits & {
  /** Pieces of work in line, of all callers together and of each. */
  waiting: number
  waitingPerCaller?: number
  /** Work that has waited for longer is turned away. */
  maxWaitMs?: number
}

/**
 * Does a bounded amount of work at once. The next turn is the caller's who has used least lately; equals take turns. So
 * a caller who wants little does not wait for all that others want. When the room is full, the caller with the most
 * work in line loses the last of it.
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
