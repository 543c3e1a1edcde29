/**
 * A call of up to 16 KiB and four posts costs one. Larger ones cost in proportion (docs/behaviour.md,
 * sending).
 */
const bytesPerPoint = 16 * 1024
const postsPerPoint = 4

/** Returns a call's cost against its hook's rate, from the length of its body and its estimated posts. */
export function callCost(bytes: number, posts: number): number {
  return Math.max(1, Math.ceil(bytes / bytesPerPoint), Math.ceil(posts / postsPerPoint))
}
