/** How much work runs at once, of all callers together and of each. What is absent is not bounded by itself. */
export type SlotLimits = {
  running: number
  runningPerCaller?: number
  /** Of callers who used more than a tenth of one slot lately; the other slots stay free for everybody else. */
  runningInDebt?: number
}

/** Work of one millisecond puts its caller behind the others for as many more as make it a tenth of one slot. */
const debtPerMs = 9

/** Counts the work that runs, and what each caller has used lately: its debt, as the time until it is forgotten. */
export function openSlots(limits: SlotLimits, nowMs: () => number) {
  const { running: most, runningPerCaller = most, runningInDebt = most } = limits
  const runningOf = new Map<string, number>()
  const paidAtMs = new Map<string, number>()
  let [running, inDebt] = [0, 0]

  const debtMs = (caller: string) => Math.max(0, (paidAtMs.get(caller) ?? 0) - nowMs())
  const count = (caller: string, isDebtor: boolean, by: 1 | -1) => {
    running += by
    if (isDebtor) inDebt += by
    const own = (runningOf.get(caller) ?? 0) + by
    if (own > 0) runningOf.set(caller, own)
    else runningOf.delete(caller)
  }
  const charge = (caller: string, usedMs: number) => {
    const now = nowMs()
    const paidAt = now + debtMs(caller) + usedMs * debtPerMs
    for (const [other, at] of paidAtMs) {
      if (at > now) break // paid ones behind it are forgotten with it: nobody looks through all
      paidAtMs.delete(other)
    }
    paidAtMs.delete(caller) // it goes to the end
    paidAtMs.set(caller, paidAt)
  }
  return {
    debtMs,
    isFreeFor: (caller: string) =>
      running < most &&
      (runningOf.get(caller) ?? 0) < runningPerCaller &&
      (inDebt < runningInDebt || debtMs(caller) === 0),
    /** @returns how to give the slot back, which charges the caller for the time between */
    occupy: (caller: string) => {
      const [beganMs, isDebtor] = [nowMs(), debtMs(caller) > 0]
      count(caller, isDebtor, 1)
      return () => {
        count(caller, isDebtor, -1)
        charge(caller, nowMs() - beganMs)
      }
    },
  }
}
