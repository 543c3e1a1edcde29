/**
 * Times in buckets that can be added up: each ends a quarter above the one before, so that what is read from them is at
 * most a quarter too high. The first ends at 1 ms, the last at about a day.
 */
const growth = 1.25
const lastBucket = 82

/** The bucket of a time. A negative one, by clocks that differ, counts as none. */
export function waitBucket(ms: number): number {
  return ms <= 1 ? 0 : Math.min(Math.ceil(Math.log(ms) / Math.log(growth)), lastBucket)
}

/**
 * The time in whole milliseconds within which so large a share of all was done, at most a quarter above the true one;
 * undefined where there was nothing.
 * @param buckets how many times were in each
 * @param share 0.5 for the median, 0.99 for the slowest of a hundred
 */
export function waitWithin(buckets: Record<string, number>, share: number): number | undefined {
  const rising = Object.entries(buckets)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((one, other) => one.bucket - other.bucket)
  const wanted = share * rising.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { bucket, count } of rising) {
    seen += count
    if (seen >= wanted) return Math.round(growth ** bucket)
  }
  return undefined
}
