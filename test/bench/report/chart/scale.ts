/** Maps values to a length. Equal ratios are equally long. */
export type Scale = { at: (value: number) => number; ticks: number[] }

const steps = [1, 2, 5]
const maxTicks = 9

/** Returns a logarithmic scale of this `length` that starts and ends at a tick and contains all values. Ticks are at each 1, 2 and 5, or only at powers of ten if there are many. */
export function logScale(values: number[], length: number): Scale {
  const known = values.filter(value => value > 0 && Number.isFinite(value))
  const [least, most] = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [1, 10]
  const first = Math.floor(Math.log10(least))
  const decades = Array.from({ length: Math.ceil(Math.log10(most)) - first + 1 }, (_, index) => first + index)
  const all = decades.flatMap(power => steps.map(step => Number((step * 10 ** power).toPrecision(1))))
  const from = all.findLastIndex(tick => tick <= least)
  const to = all.findIndex(tick => tick >= most)
  const [low, high] = [all[from] ?? least, all[Math.max(to, from + 1)] ?? most]
  const within = all.filter(tick => tick >= low && tick <= high)
  const isPower = (tick: number) => Number.isInteger(Math.log10(tick))
  return {
    at: value => (Math.log(value / low) / Math.log(high / low)) * length,
    ticks: within.length > maxTicks ? within.filter(isPower) : within,
  }
}
