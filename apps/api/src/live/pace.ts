/** What a client may send at once, and how much more each second: a page that is opened asks several things. */
const burst = 20
const perSecond = 5

/** Counts one more message; false when there were too many. */
export type Pace = (nowMs: number) => boolean

/** A bucket of tokens, full at first. */
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
