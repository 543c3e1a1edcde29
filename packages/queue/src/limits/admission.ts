/** Whether a call is in, and where its caller stands in the window: what the X-Ratelimit headers say. */
export type Admission = { admitted: boolean; limit: number; remaining: number; resetSeconds: number }

/** @param left calls left in the window after this one; below zero it is not in */
export function admission(limit: number, left: number, endsInMs: number): Admission {
  return {
    admitted: left >= 0,
    limit,
    remaining: Math.max(left, 0),
    resetSeconds: Math.max(Math.ceil(endsInMs / 1000), 1),
  }
}
