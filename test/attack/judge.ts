import { percentile } from '../bench/measure/statistics.js'
import type { Measured } from './others.js'
import type { Usage } from './usage.js'

/** The others' slowest calls may take so many times as long as when it is quiet. */
export const slowerAtMost = 3
/** What a part holds after an attack: so many times what it held before, and what a collector or a pool may keep. */
const heldAtMost = 2
const spareBytes = 64 * 1024 * 1024
const spareDescriptors = 64

/** Milliseconds, and how many times as long as when it is quiet. */
export type Figure = { kind: string; p50: number; p99: number; ratio: number; failed: number }

/** How each kind of call fared, against the same kind when it is quiet. */
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

/** What the others may not see, in words; a kind of which no call was answered is too slow. */
export function disturbance(found: Figure[]): string[] {
  return found.flatMap(({ kind, ratio, failed }) => [
    ...(ratio <= slowerAtMost ? [] : [`${kind}: ${ratio.toFixed(1)} × as slow`]),
    ...(failed === 0 ? [] : [`${kind}: ${failed} failed`]),
  ])
}

/** Which parts hold more than they did, and are gone or grown. */
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
