import { describeWithCode, errorCode } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { type Log, loggedIds } from '@posthorn/server'
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

/** Tracks deliveries that this process set aside because of errors that may not be their fault. */
export type SetAside = {
  /** Logs a delivery the first time. A batch of several is not tracked: it is not known which of them fails. */
  add: (deliveries: Delivery[], error: unknown) => void
  /** Logs each delivery that now has its outcome. */
  remove: (deliveries: Delivery[]) => void
  /** Describes for `/readyz` how many deliveries wait, and after which errors. */
  trouble: () => string | undefined
}

type Waiting = { code: string; lastMs: number }

/** Each delivery is retried every few seconds. One that is not retried here has been posted by another worker. */
const forgottenAfterMs = 60_000
const maxRemembered = 1000

export function openSetAside(log: Pick<Log, 'warn' | 'error' | 'info'>): SetAside {
  const waiting = new Map<string, Waiting>()
  const forget = () => {
    const oldestMs = performance.now() - forgottenAfterMs
    for (const [id, { lastMs }] of waiting) if (lastMs < oldestMs) waiting.delete(id)
  }
  return {
    add: (deliveries, error) => {
      const code = errorCode(error) ?? (error instanceof Error ? error.name : 'no code')
      const [only, ...more] = deliveries
      if (more.length > 0)
        return log.warn(
          { err: error, code, deliveries: idsOf(deliveries) },
          'a batch was set aside: its deliveries will be tried one by one',
        )
      if (!only) return
      if (!waiting.has(only.id))
        log.error(
          { ...loggedIds(only), err: error, code },
          'delivery set aside: it will be retried until it can be posted',
        )
      if (waiting.size >= maxRemembered) forget()
      if (waiting.size < maxRemembered) waiting.set(only.id, { code, lastMs: performance.now() })
    },
    remove: deliveries => {
      if (waiting.size === 0) return
      for (const { id } of deliveries)
        if (waiting.delete(id))
          log.info({ delivery: id }, 'a delivery that was set aside now has its outcome')
    },
    trouble: () => {
      forget()
      const codes = [...new Set([...waiting.values()].map(({ code }) => code))]
      if (waiting.size === 0) return undefined
      return `${waiting.size} deliveries wait after errors that may not be their fault (${codes.join(', ')}). See the log for their ids`
    },
  }
}
