import { setTimeout as delay } from 'node:timers/promises'

const betweenLooksMs = 50
/** Even a slow machine makes some progress within this time. Without any, the run hangs. */
export const standstillMs = 60_000

/** Returns a function that takes a run's progress and returns whether it has stood still for too long. */
export function standstill(limitMs = standstillMs): (reached: number, nowMs: number) => boolean {
  let [last, sinceMs] = [Number.NaN, 0]
  return (reached, nowMs) => {
    if (reached !== last) [last, sinceMs] = [reached, nowMs]
    return nowMs - sinceMs >= limitMs
  }
}

/**
 * Waits until `look` returns at least `wanted`, as long as there is progress. Resolves to the number found.
 * @throws after `limitMs` without progress
 */
export async function until(
  wanted: number,
  look: () => Promise<number>,
  limitMs = standstillMs,
): Promise<number> {
  for (const standsStill = standstill(limitMs); ; await delay(betweenLooksMs)) {
    const found = await look()
    if (found >= wanted) return found
    if (standsStill(found, performance.now()))
      throw new Error(`${found} of ${wanted} are there, and no more for ${limitMs / 1000} s`)
  }
}
