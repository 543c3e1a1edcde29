/** How much work may run at once, in total and per caller. Absent limits do not apply. */
export type SlotLimits = {
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
export function openSlots({ running: most, runningPerCaller = most }: SlotLimits, nowMs: () => number) {
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
