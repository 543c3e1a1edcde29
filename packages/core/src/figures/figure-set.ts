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
