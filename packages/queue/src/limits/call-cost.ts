/** A call costs its hook's rate one, up to 16 KiB and four posts, and beyond that in proportion (docs/behaviour.md, sending). */
const bytesPerPoint = 16 * 1024
const postsPerPoint = 4

/** What a call with a body of so many bytes, that becomes about so many posts, costs its hook's rate. */
export function callCost(bytes: number, posts: number): number {
  return Math.max(1, Math.ceil(bytes / bytesPerPoint), Math.ceil(posts / postsPerPoint))
}
