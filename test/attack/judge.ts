import { percentile } from '../bench/measure/statistics.js'
import type { Measured } from './others.js'
import type { Usage } from './usage.js'

/** How many times as long the others' slowest calls may take as without an attack. */
export const slowerAtMost = 3
/** How much a part may hold after an attack: a multiple of before, plus what a collector or a pool may hold on to. */
const heldAtMost = 2
const spareBytes = 64 * 1024 * 1024
const spareDescriptors = 64

/** Milliseconds, and the ratio to those without an attack. */
export type Figure = { kind: string; p50: number; p99: number; ratio: number; failed: number }

/** Compares each kind of call with the same kind without an attack. */
export function figures(measured: Measured, quiet: Measured): Figure[] {
  return Object.entries(measured).map(([kind, { tookMs, failed }]) => {
    const p99 = percentile(tookMs, 0.99)
    return {
      kind,
      p50: percentile(tookMs, 0.5),
      p99,
      ratio: p99 / percentile(quiet[kind]?.tookMs ?? [], 0.99),
      failed,
    }
  })
}

/** Returns each goal that the others' calls missed, in words. A kind without a single response is too slow. */
export function disturbance(found: Figure[]): string[] {
  return found.flatMap(({ kind, ratio, failed }) => [
    ...(ratio <= slowerAtMost ? [] : [`${kind}: ${ratio.toFixed(1)} × as slow`]),
    ...(failed === 0 ? [] : [`${kind}: ${failed} failed`]),
  ])
}

/** Returns the parts that hold more than before, or are gone. */
export function growth(after: Usage, before: Usage): string[] {
  return Object.entries(before).flatMap(([part, was]) => {
    const is = after[part]
    if (!is) return [`${part}: gone`]
    const grown: string[] = []
    if (is.memoryBytes > heldAtMost * was.memoryBytes + spareBytes) grown.push(`${part}: memory grew`)
    if (is.descriptors > heldAtMost * was.descriptors + spareDescriptors)
      grown.push(`${part}: descriptors grew`)
    return grown
  })
}
