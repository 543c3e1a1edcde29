/**
 * Counts of one minute or hour, of one process or of all. `sums` are added up: `accepted`, `posted`, `replied`, `updated`,
 * `collapsed`, `superseded`, `skipped`, `rejected:<reason>`, `refused:<cause>`, and `wait:<bucket>` for the time from acceptance to the posts (`waits.ts`).
 * Of `peaks`, the highest value counts: `backlog`, and in milliseconds `oldest:<lane>`. A missing name means 0.
 */
export type FigureSet = { sums: Record<string, number>; peaks: Record<string, number> }

export function mergeFigures(sets: FigureSet[]): FigureSet {
  const merged: FigureSet = { sums: {}, peaks: {} }
  for (const { sums, peaks } of sets) {
    for (const [name, count] of Object.entries(sums)) merged.sums[name] = (merged.sums[name] ?? 0) + count
    for (const [name, most] of Object.entries(peaks))
      merged.peaks[name] = Math.max(merged.peaks[name] ?? 0, most)
  }
  return merged
}

/** Returns the sums whose names start with `prefix`, by the rest of their names. */
export function sumsBelow({ sums }: FigureSet, prefix: string): Record<string, number> {
  const below = Object.entries(sums).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(below.map(([name, count]) => [name.slice(prefix.length), count]))
}

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
