import type { Admission } from './admission.js'

/**
 * Of what is left in a window, one tenth may be admitted between two looks at Redis: ten processes that all do so at
 * once still do not go over.
 */
const tenth = 10

/** How long calls that were admitted without asking may wait until Redis is told of them, many at once. */
const tellAfterMs = 10

/** What is known of a key while its calls go on; forgotten when they pause. */
export type LimitWindow = {
  /** Calls left in the window, as far as is known here. */
  left: number
  /** Calls that may still be admitted before Redis is heard again. */
  allowance: number
  /** `performance.now()` at the window's end. */
  endsAt: number
  /** What was admitted and Redis has not been told of yet. */
  unreported: number
  /** Calls that wait for Redis, each with what it counts as. */
  asking: { cost: number; tell: (admission: Admission | undefined) => void }[]
  /** Ends the wait before the next turn: somebody is asking. */
  wake: () => void
}

/** A window of which nothing is known yet: the first call asks. */
export function newWindow(): LimitWindow {
  return { left: 0, allowance: 0, endsAt: 0, unreported: 0, asking: [], wake: () => {} }
}

/** Admits a call that Redis need not be asked for; false when it has to be. */
export function admitAtOnce(window: LimitWindow, cost: number): boolean {
  if (window.allowance < cost || performance.now() >= window.endsAt) return false
  window.allowance -= cost
  window.unreported += cost
  window.left -= cost
  return true
}

/**
 * Sets a window right by what Redis says. At the border rate-limiter-flexible turns a whole question away, so who is in
 * is counted here, by what was consumed.
 */
export function correct(
  window: LimitWindow,
  points: number,
  { consumedPoints, msBeforeNext }: { consumedPoints: number; msBeforeNext: number },
): void {
  const left = points - consumedPoints
  window.endsAt = performance.now() + msBeforeNext
  window.allowance = Math.floor(left / tenth) - window.unreported
  window.left = left - window.unreported
}

/** Resolves when somebody asks, or when what is unreported should be told. */
export function somebodyAsks(window: LimitWindow): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, tellAfterMs)
    window.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
