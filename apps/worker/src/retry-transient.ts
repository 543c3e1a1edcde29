import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient } from '@posthorn/db'
import type { Log } from '@posthorn/server'

const everyMs = 1000
/** How long a batch may still take when the process is asked to end: a silent Postgres would keep it longer. */
const lastTryMs = 10_000

/**
 * Trouble that is ours (Postgres away, a deadlock) never uses up a delivery's chances: the work is done again once a
 * second for as long as it takes, or until the process stops and the batch has to be handed back. A batch that is
 * handed back and written nevertheless does no harm: whoever gets it next finds everything there.
 */
export async function retryTransient(
  work: () => Promise<void>,
  stopping: AbortSignal,
  log: Log,
): Promise<'recorded' | 'handed_back'> {
  const late = afterStop(stopping, lastTryMs)
  try {
    return await Promise.race([tryOn(work, stopping, log), late.passed])
  } finally {
    late.forget()
  }
}

async function tryOn(
  work: () => Promise<void>,
  stopping: AbortSignal,
  log: Log,
): Promise<'recorded' | 'handed_back'> {
  for (let told = false; ; told = true) {
    try {
      await work()
      return 'recorded'
    } catch (error) {
      if (!isTransient(error)) throw error
      if (!told) log.warn({ err: error }, 'waiting for Postgres')
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
