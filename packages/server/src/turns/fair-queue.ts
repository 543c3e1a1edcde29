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

/** Called once, when it is the work's turn or the work is rejected. */
type Place = (turn: 'now' | 'busy') => void

/** Opens the waiting lines, one per caller. After its turn, a caller goes behind the others. */
function openLines() {
  const lines = new Map<string, Place[]>()
  let waiting = 0

  const remove = (caller: string, place: Place | undefined): Place | undefined => {
    const line = lines.get(caller) ?? []
    const left = line.filter(other => other !== place)
    waiting -= line.length - left.length
    if (left.length > 0) lines.set(caller, left)
    else lines.delete(caller)
    return left.length < line.length ? place : undefined
  }
  return {
    waiting: () => waiting,
    lengthOf: (caller: string) => lines.get(caller)?.length ?? 0,
    callers: () => [...lines.keys()],
    enter: (caller: string, place: Place) => {
      waiting++
      lines.set(caller, [...(lines.get(caller) ?? []), place])
    },
    /** @returns whether it was still in line */
    leave: (caller: string, place: Place) => remove(caller, place) !== undefined,
    /** Removes the first place of the caller's line. */
    next: (caller: string): Place | undefined => {
      const place = remove(caller, lines.get(caller)?.[0])
      const left = lines.get(caller)
      if (left && lines.delete(caller)) lines.set(caller, left)
      return place
    },
    /** Removes the last place of the longest line. Of several equally long lines, the newest loses one. */
    dropLast: (): Place | undefined => {
      let [caller, longest]: [string, Place[]] = ['', []]
      for (const [other, line] of lines) if (line.length >= longest.length) [caller, longest] = [other, line]
      return remove(caller, longest.at(-1))
    },
  }
}

/** How much work may run at once, in total and per caller. Absent limits do not apply. */
type SlotLimits = {
  running: number
  runningPerCaller?: number
}

/** Each millisecond of work puts its caller behind the others for 9 ms more, so that it gets a tenth of one slot. */
const debtPerMs = 9

/** Tracks each caller's recent use as a debt: the time until it is forgotten. */
function openDebts(nowMs: () => number) {
  const paidAtMs = new Map<string, number>()
  const debtMs = (caller: string) => Math.max(0, (paidAtMs.get(caller) ?? 0) - nowMs())
  const charge = (caller: string, usedMs: number) => {
    const paidAt = nowMs() + debtMs(caller) + usedMs * debtPerMs
    for (const [other, at] of paidAtMs) {
      if (at > nowMs()) break // later ones are forgotten in a later call, so no call scans all of them
      paidAtMs.delete(other)
    }
    paidAtMs.delete(caller) // so that it moves to the end
    paidAtMs.set(caller, paidAt)
  }
  return { debtMs, charge }
}

/** Counts running work and charges its callers for it. */
function openSlots({ running: most, runningPerCaller = most }: SlotLimits, nowMs: () => number) {
  const { debtMs, charge } = openDebts(nowMs)
  const runningOf = new Map<string, number>()
  let running = 0
  const count = (caller: string, by: 1 | -1) => {
    running += by
    const own = (runningOf.get(caller) ?? 0) + by
    if (own > 0) runningOf.set(caller, own)
    else runningOf.delete(caller)
  }
  const occupy = (caller: string) => {
    const beganMs = nowMs()
    count(caller, 1)
    return () => {
      count(caller, -1)
      charge(caller, nowMs() - beganMs)
    }
  }
  return {
    debtMs,
    isFreeFor: (caller: string) => running < most && (runningOf.get(caller) ?? 0) < runningPerCaller,
    /** @returns a function that frees the slot and charges the caller for the time in between */
    occupy,
  }
}
