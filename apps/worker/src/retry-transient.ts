import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf, isTooSlow } from '@posthorn/db'
import type { Log } from '@posthorn/server'
import { openOutage } from './outage.js'

const everyMs = 1000
/** How long a batch may still take when the process is asked to end: a silent Postgres would keep it longer. */
const lastTryMs = 10_000

/** A batch may be too large for a `statement_timeout`: after so many tries its deliveries are tried one by one. */
const maxSlowTries = 3

/**
 * Retries `work` once a second for as long as Postgres, the way to it or its settings keep it from going through, or
 * until the process stops and the batch has to be handed back. A batch that is handed back and written nevertheless does
 * no harm: the next worker finds everything there.
 * @throws what does not pass by itself, and what was too slow three times
 */
export async function retryTransient(
  work: () => Promise<void>,
  stopping: AbortSignal,
  log: Pick<Log, 'warn' | 'info'>,
  outage = openOutage(log),
): Promise<'recorded' | 'handed_back'> {
  const late = afterStop(stopping, lastTryMs)
  try {
    return await Promise.race([tryOn(work, stopping, outage.met), late.passed])
  } finally {
    late.forget()
  }
}

async function tryOn(
  work: () => Promise<void>,
  stopping: AbortSignal,
  met: (error: unknown) => void,
): Promise<'recorded' | 'handed_back'> {
  for (let slow = 0; ; ) {
    try {
      await work()
      return 'recorded'
    } catch (error) {
      if (isTooSlow(error)) slow++
      if (faultOf(error) !== 'outage' || slow >= maxSlowTries) throw error
      met(error)
    }
    if (stopping.aborted) return 'handed_back'
    await sleep(everyMs, undefined, { signal: stopping }).catch(() => {}) // the stop itself; the last try decides
  }
}

/** `passed` when the process has been stopping for so long. */
function afterStop(stopping: AbortSignal, ms: number) {
  let timer: NodeJS.Timeout | undefined
  let begin = () => {}
  const passed = new Promise<'handed_back'>(resolve => {
    begin = () => {
      timer = setTimeout(resolve, ms, 'handed_back')
    }
  })
  if (stopping.aborted) begin()
  else stopping.addEventListener('abort', begin, { once: true })
  const forget = () => {
    stopping.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { passed, forget }
}
