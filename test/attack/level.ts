import { peakOf, type Usage } from './usage.js'

/** Fewer samples per third of a phase are not significant. */
const leastSamples = 5
/** How much a full-grown heap still rises between two collections. */
const steadyAtMost = 1.25
const spareBytes = 32 * 1024 * 1024
/** Redis holds the waiting deliveries, and Postgres caches what it has read. Both grow up to their own limits. */
const ofOurs = ['server', 'workers']

export type Level = { part: string; middleBytes: number; lastBytes: number }

/**
 * Returns the most that a part held in the middle third and in the last third of a phase. V8 collects when a heap is full and
 * enlarges it while much survives, so it grows at first to what the load needs. The first third is therefore left out, and
 * growth after it has no end. Empty for a phase that is too short.
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

/** Returns the last third's peak as a multiple of the middle third's. */
export const climbOf = ({ middleBytes, lastBytes }: Level) => lastBytes / middleBytes

/** Returns the parts that still grew, in words. */
export function climbing(found: Level[]): string[] {
  return found
    .filter(({ middleBytes, lastBytes }) => lastBytes > steadyAtMost * middleBytes + spareBytes)
    .map(level => `${level.part}: memory still climbed, ${climbOf(level).toFixed(2)} ×`)
}
