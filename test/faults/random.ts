export type Random = ReturnType<typeof seededRandom>

/** Generates pseudo-random numbers from a seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** Returns a number from 0 up to but excluding 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low))
  return {
    /** Returns true once in `times`. */
    oneIn: (times: number) => next() * times < 1,
    /** Returns a whole number from `low` up to but excluding `high`. */
    between,
    pick: <Thing>(things: readonly Thing[]): Thing => things[between(0, things.length)] as Thing,
  }
}

/** Derives a distinct seed for each of many. */
export function seedOf(seed: number, index: number): number {
  return (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0
}
