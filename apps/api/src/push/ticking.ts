import { withTimeout } from '@posthorn/queue'

/** Longer than one call to a push service takes, so that the first answer of a tick still counts. */
const closeWithinMs = 3500

type Ticking = {
  everyMs: number
  /** Acts once. The signal is aborted when no new work may begin. */
  act: (closing: AbortSignal) => Promise<void>
  onError: (error: unknown) => void
}

/** Acts at intervals, never twice at once, until it is closed. Closing waits a little for an act in progress. */
export function startTicking({ everyMs, act, onError }: Ticking): { close: () => Promise<void> } {
  const closing = new AbortController()
  let acting: Promise<void> | undefined
  const tick = () => {
    acting ??= act(closing.signal)
      .catch(onError)
      .finally(() => {
        acting = undefined
      })
  }
  const timer = setInterval(tick, everyMs).unref()
  return {
    close: async () => {
      clearInterval(timer)
      closing.abort()
      if (acting) await withTimeout(acting, closeWithinMs, undefined)
    },
  }
}
