import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from '@posthorn/db'
import type { Log } from '@posthorn/server'

const everyMs = 1000

/**
 * Trouble that is ours (Postgres away, a deadlock) never uses up a delivery's chances: the work is done again once a
 * second for as long as it takes, or until the process stops and the batch has to be handed back.
 */
export async function untilItPasses(
  work: () => Promise<void>,
  stopping: AbortSignal,
  log: Log,
): Promise<'recorded' | 'handed_back'> {
  for (let told = false; ; told = true) {
    try {
      await work()
      return 'recorded'
    } catch (error) {
      if (!isPassing(error)) throw error
      if (!told) log.warn({ err: error }, 'waiting for Postgres')
    }
    if (stopping.aborted) return 'handed_back'
    await sleep(everyMs, undefined, { signal: stopping }).catch(() => {}) // the stop itself; the last try decides
  }
}
