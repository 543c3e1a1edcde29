import { errorCode } from '@posthorn/db'
import type { Log } from '@posthorn/server'

/** Logs an outage: one line per error code, however many batches wait, and one when it is over. */
export type Outage = {
  /** Logs the error, unless one with its code was already logged in this outage. */
  met: (error: unknown) => void
  /** Ends the outage because something was recorded. */
  over: () => void
}

export function openOutage(log: Pick<Log, 'warn' | 'info'>): Outage {
  const codes = new Set<string>()
  let beganMs = 0
  return {
    met: error => {
      const code = errorCode(error) ?? 'no code'
      if (codes.has(code)) return
      if (codes.size === 0) beganMs = performance.now()
      codes.add(code)
      log.warn({ err: error, code }, 'waiting for Postgres: deliveries wait and are not rejected')
    },
    over: () => {
      if (codes.size === 0) return
      const waitedMs = Math.round(performance.now() - beganMs)
      log.info({ codes: [...codes], waited_ms: waitedMs }, 'Postgres works again')
      codes.clear()
    },
  }
}
