import { withTimeout } from '@posthorn/queue'
import { reasonOf } from '@posthorn/server'
import type { PrintLine } from './services/index.js'

/** A part that was started, and how long it may take to stop. */
export type Part = { name: string; end: () => unknown; withinMs: number }

/**
 * Stops the parts, last first, within `withinMs` in all. One that hangs or throws is named, and does not delay
 * the next.
 *
 * @returns whether every part has stopped. Otherwise, kill what is left.
 */
export async function endParts(parts: Part[], log: PrintLine, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  let haveAllEnded = true
  for (let part = parts.pop(); part; part = parts.pop()) {
    const leftMs = Math.max(0, deadline - performance.now())
    const trouble = await endPart(part, Math.min(part.withinMs, leftMs))
    if (trouble) log(`${part.name}: ${trouble}`)
    haveAllEnded &&= trouble === undefined
  }
  return haveAllEnded
}

async function endPart({ end }: Part, withinMs: number): Promise<string | undefined> {
  const ended = (async () => void (await end()))().catch(error => `did not stop: ${reasonOf(error)}`)
  return withTimeout(ended, withinMs, `has not stopped after ${(withinMs / 1000).toFixed(1)} s`)
}
