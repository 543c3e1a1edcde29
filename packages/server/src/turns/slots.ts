/** How much work runs at once, of all callers together and of each. What is absent is not bounded by itself. */
export type SlotLimits = {
  running: number
  runningPerCaller?: number
}

/** Work of one millisecond puts its caller behind the others for as many more as make it a tenth of one slot. */
const debtPerMs = 9

/** What each caller has used lately: its debt, as the time until it is forgotten. */
function openDebts(nowMs: () => number) {
  const paidAtMs = new Map<string, number>()
  const debtMs = (caller: string) => Math.max(0, (paidAtMs.get(caller) ?? 0) - nowMs())
  const charge = (caller: string, usedMs: number) => {
    const paidAt = nowMs() + debtMs(caller) + usedMs * debtPerMs
    for (const [other, at] of paidAtMs) {
      if (at > nowMs()) break // paid ones behind it are forgotten with it: nobody looks through all
      paidAtMs.delete(other)
    }
    paidAtMs.delete(caller) // it goes to the end
    paidAtMs.set(caller, paidAt)
  }
  return { debtMs, charge }
}

/** Counts the work that runs, and charges its callers for it. */
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
    /** @returns how to give the slot back, which charges the caller for the time between */
    occupy,
  }
}
