import { describeWithCode, errorCode } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { Log } from '@posthorn/server'
import { idsOf } from './log-deliveries.js'

/** Logs an outage: one line per error code, however many batches wait, and one when it is over. */
export type Outage = {
  /** Logs the error and the batch that met it, unless one with its code was already logged in this outage. */
  met: (error: unknown, deliveries: Delivery[]) => void
  /** Ends the outage because something was recorded. */
  over: () => void
  /** Describes for `/readyz` why deliveries wait, or returns undefined if there is no outage. */
  trouble: () => string | undefined
}

export function openOutage(log: Pick<Log, 'warn' | 'info'>): Outage {
  const codes = new Set<string>()
  let beganMs = 0
  let last: unknown
  return {
    met: (error, deliveries) => {
      last = error
      const code = errorCode(error) ?? 'no code'
      if (codes.has(code)) return
      if (codes.size === 0) beganMs = performance.now()
      codes.add(code)
      const ids = idsOf(deliveries)
      log.warn(
        { err: error, code, deliveries: ids },
        'waiting for Postgres: deliveries wait and are not rejected',
      )
    },
    over: () => {
      if (codes.size === 0) return
      const waitedMs = Math.round(performance.now() - beganMs)
      log.info({ codes: [...codes], waited_ms: waitedMs }, 'Postgres works again')
      codes.clear()
    },
    trouble: () => (codes.size === 0 ? undefined : `deliveries wait: ${describeWithCode(last)}`),
  }
}
