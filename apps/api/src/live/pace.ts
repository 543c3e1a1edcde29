/** The messages that a client may send at once, and per second after that. Opening a page sends several. */
const burst = 20
const perSecond = 5

/** Counts one more message; returns false if there were too many. */
export type Pace = (nowMs: number) => boolean

/** A token bucket, full at first. */
export function openPace(beginMs: number): Pace {
  let tokens = burst
  let atMs = beginMs
  return nowMs => {
    tokens = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * perSecond)
    atMs = nowMs
    if (tokens < 1) return false
    tokens--
    return true
  }
}
