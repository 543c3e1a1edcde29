import { peakOf, type Usage } from './usage.js'

/** Fewer samples of a third of a phase say nothing of it. */
const leastSamples = 5
/** What a heap that is as large as it will be still rises by between two collections. */
const steadyAtMost = 1.25
const spareBytes = 32 * 1024 * 1024
/** Redis keeps what waits to be posted, and Postgres what it has read: theirs grows by right, up to bounds of its own. */
const ofOurs = ['server', 'workers']

export type Level = { part: string; middleBytes: number; lastBytes: number }

/**
 * The most that a part held in the middle third and in the last third of a phase. V8 collects when a heap is full and
 * enlarges it while much survives, so that it climbs at first to what the load needs: the first third is left out, and
 * what still climbs after it does not come to rest. Empty for a phase that is too short.
 */
export function levels(usages: Usage[]): Level[] {
  const third = Math.floor(usages.length / 3)
  if (third < leastSamples) return []
  const [middle, last] = [peakOf(usages.slice(third, -third)), peakOf(usages.slice(-third))]
  return ofOurs.map(part => ({
    part,
    middleBytes: middle[part]?.memoryBytes ?? 0,
    lastBytes: last[part]?.memoryBytes ?? 0,
  }))
}

/** Of the middle third's peak, how much the last third's is. */
export const climbOf = ({ middleBytes, lastBytes }: Level) => lastBytes / middleBytes

/** Which parts had not come to rest, in words. */
export function climbing(found: Level[]): string[] {
  return found
    .filter(({ middleBytes, lastBytes }) => lastBytes > steadyAtMost * middleBytes + spareBytes)
    .map(level => `${level.part}: memory still climbed, ${climbOf(level).toFixed(2)} ×`)
}
