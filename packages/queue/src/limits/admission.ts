/** Whether a call is admitted, and its caller's use of the window, as the X-Ratelimit headers report it. */
export type Admission = { admitted: boolean; limit: number; remaining: number; resetSeconds: number }

/** @param left calls left in the window after this one; negative if it is not admitted */
export function admission(limit: number, left: number, endsInMs: number): Admission {
  return {
    admitted: left >= 0,
    limit,
    remaining: Math.max(left, 0),
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
  }
}
