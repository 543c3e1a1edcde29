import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf, isTooSlow } from '@posthorn/db'

const everyMs = 1000
/** How long a batch may still take once the process stops. An unresponsive Postgres would take longer. */
const defaultLastTryMs = 10_000

/** A batch may be too large for `statement_timeout`, so after this many tries its deliveries are tried one by one. */
const maxSlowTries = 3

export type RetryOptions = {
  /** Aborted when the process stops. If it is from the beginning, `work` runs once. */
  stopping: AbortSignal
  /** Called with each infrastructure failure. */
  met?: ((error: unknown) => void) | undefined
  /** How long `work` may still take after `stopping` was aborted. */
  lastTryMs?: number | undefined
}

/**
 * Retries `work` once a second for as long as Postgres, the network or its settings make it fail, or until the process stops
 * and the batch must be handed back. It is harmless if a handed-back batch is written
 * nevertheless: the next worker finds everything in place.
 * @throws errors that do not pass by themselves, and the third timeout
 */
export async function retryTransient(
  work: () => Promise<void>,
  { stopping, met = () => {}, lastTryMs = defaultLastTryMs }: RetryOptions,
): Promise<'recorded' | 'handed_back'> {
  const deadline = afterStop(stopping, lastTryMs)
  try {
    return await Promise.race([tryOn(work, stopping, met), deadline.passed])
  } finally {
    deadline.clear()
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
    await sleep(everyMs, undefined, { signal: stopping }).catch(() => {}) // aborted by the stop, and the last try decides
  }
}

/** Returns a promise that resolves `ms` after the process began to stop. */
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
  const clear = () => {
    stopping.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
  return { passed, clear }
}
