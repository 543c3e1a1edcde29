import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from '@posthorn/server'
import type { PrintLine } from './services/index.js'

/** Something that was started, and is to end within so long. */
export type Part = { name: string; end: () => unknown; withinMs: number }

/**
 * Ends the parts, the last one first, in `withinMs` altogether: one that hangs or throws is named, and does not keep the
 * next from being ended.
 *
 * @returns whether every part said that it has ended; what is left of the others has to be ended by force.
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
  const patience = new AbortController()
  const late = delay(withinMs, `has not ended after ${(withinMs / 1000).toFixed(1)} s`, patience).catch(
    () => undefined,
  )
  const ended = (async () => void (await end()))().catch(error => `did not end: ${reasonOf(error)}`)
  const trouble = await Promise.race([ended, late])
  patience.abort()
  return trouble
}
