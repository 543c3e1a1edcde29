/**
 * Buckets of times, whose counts can be added up. The first ends at 1 ms, the last at about a day. Each ends 25 % above the
 * one before, so a percentile read from them is at most 25 % too high.
 */
const growth = 1.25
const lastBucket = 82

/** Returns the bucket of a time. A negative time, which clocks that differ produce, counts as 0. */
export function waitBucket(ms: number): number {
  return ms <= 1 ? 0 : Math.min(Math.ceil(Math.log(ms) / Math.log(growth)), lastBucket)
}

/**
 * Returns a percentile in whole milliseconds, at most 25 % above the true one; undefined if there are no times.
 * @param buckets the number of times by bucket
 * @param share 0.5 for the median, 0.99 for p99
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
