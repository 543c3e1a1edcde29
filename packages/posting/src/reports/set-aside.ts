import { errorCode } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { type Log, loggedIds } from '@posthorn/server'
import { idsOf } from './log-deliveries.js'

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
