import type { Redis } from 'ioredis'

/**
 * Optimizations that bypass BullMQ's documented interface (README.md), each with its switch. To measure one
 * alone, set it to false here and build again.
 */
const defaultTricks = {
  storeScript: true,
  joinBatches: true,
  wakeScores: true,
  ownBatches: true,
  laneWorker: true,
  quietScripts: true,
  drainWhenFull: true,
  readKeys: true,
}

export type Tricks = Record<keyof typeof defaultTricks, boolean>

/** Uses BullMQ only as documented. */
export const noTricks: Tricks = {
  storeScript: false,
  joinBatches: false,
  wakeScores: false,
  ownBatches: false,
  laneWorker: false,
  quietScripts: false,
  drainWhenFull: false,
  readKeys: false,
}

const tricksByConnection = new WeakMap<Redis, Tricks>()

/** Sets the tricks that producers and workers on this connection use. Call it before they open. For tests. */
export function setTricks(redis: Redis, tricks: Tricks): void {
  tricksByConnection.set(redis, tricks)
}

export function tricksOf(redis: Redis): Tricks {
  return tricksByConnection.get(redis) ?? defaultTricks
}
