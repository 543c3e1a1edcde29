import { setTimeout as delay } from 'node:timers/promises'
import { unreachable } from '../failure.js'

/** Longer waits are left to the person. */
const longestWaitMs = 30_000
const mostWaits = 3

/**
 * Returns a `fetch` that waits and repeats calls that had no effect: rate-limited ones, and reads of a busy server unless a command
 * has to report that.
 */
export function patientFetch(note: (text: string) => void, { reportsBusy = false } = {}): typeof fetch {
  return async (input, init) => {
    for (let waits = 0; ; waits++) {
      const response = await fetch(input, init).catch(cause => {
        throw init?.signal?.aborted ? cause : unreachable(new URL(String(input)).origin, cause)
      })
      const waitMs = waitOf(response, init?.method === 'GET' && !reportsBusy)
      if (waitMs === undefined || waits === mostWaits) return response
      note(`${response.status === 429 ? 'Rate-limited' : 'The server is busy'}. Waiting ${waitMs / 1000} s …`)
      await response.body?.cancel()
      await delay(waitMs, undefined, init?.signal ? { signal: init.signal } : {})
    }
  }
}

/** Returns how long to wait before repeating a call, or undefined if that is no use, or takes too long. */
function waitOf({ status, headers }: Response, isRead: boolean): number | undefined {
  if (status !== 429 && !(status === 503 && isRead)) return undefined
  const waitMs = 1000 * Number.parseInt(headers.get('retry-after') ?? '', 10)
  return waitMs <= longestWaitMs ? waitMs : undefined
}
