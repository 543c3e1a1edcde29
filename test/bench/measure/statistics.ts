/** Returns the measured value that this share (0 to 1) of the values does not exceed. */
export function percentile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort()
  const rank = Math.max(1, Math.ceil(sorted.length * part))
  return sorted[rank - 1] ?? Number.NaN
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** How long things took, in milliseconds. */
export type Spread = { p50: number; p99: number }

export function spread(values: ArrayLike<number>): Spread {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}

/** Numbers, and records of them. */
type Numbers = { [name: string]: number | Numbers }

/** Returns the medians of several records of one shape, as one record. */
export function medians<Measured extends Numbers>(rounds: Measured[]): Measured {
  const [first] = rounds
  if (first === undefined) throw new Error('no round was measured')
  const middle = (name: string) => {
    const values = rounds.map(round => round[name] as number | Numbers)
    return typeof values[0] === 'number' ? median(values as number[]) : medians(values as Numbers[])
  }
  return Object.fromEntries(Object.keys(first).map(name => [name, middle(name)])) as Measured
}
