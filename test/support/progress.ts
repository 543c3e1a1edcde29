import { setTimeout as delay } from 'node:timers/promises'

const betweenLooksMs = 50
/** A slow machine takes its time; one that posts nothing at all for so long hangs. */
export const standstillMs = 60_000

/** Told how far a run is, says whether it has stood still for too long. */
export function standstill(limitMs = standstillMs): (reached: number, nowMs: number) => boolean {
  let [last, sinceMs] = [Number.NaN, 0]
  return (reached, nowMs) => {
    if (reached !== last) [last, sinceMs] = [reached, nowMs]
    return nowMs - sinceMs >= limitMs
  }
}

/**
 * Waits, as long as there is progress, until `look` finds so many; resolves to what it found.
 * @throws when nothing moved for a minute
 */
export async function until(wanted: number, look: () => Promise<number>): Promise<number> {
  for (const standsStill = standstill(); ; await delay(betweenLooksMs)) {
    const found = await look()
    if (found >= wanted) return found
    if (standsStill(found, performance.now()))
      throw new Error(`${found} of ${wanted} are there, and no more for ${standstillMs / 1000} s`)
  }
}
