import { errorCode } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import type { Log } from '@posthorn/server'

/** Deliveries that this process set aside: an error that is not known to be their fault keeps them from being posted. */
export type SetAside = {
  /** Logs a delivery the first time. Of several deliveries together nothing is known yet. */
  add: (deliveries: Delivery[], error: unknown) => void
  /** Logs each delivery that has its outcome now. */
  remove: (deliveries: Delivery[]) => void
  /** For `/readyz`: how many wait, and for what. */
  trouble: () => string | undefined
}

type Waiting = { code: string; lastMs: number }

/** A delivery that another worker has posted since is not tried here again. Each is tried every few seconds. */
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
        return log.warn({ err: error, code }, 'a batch was set aside: its deliveries are tried one by one')
      if (!only) return
      if (!waiting.has(only.id))
        log.error(
          { delivery: only.id, request_id: only.requestId, err: error, code },
          'delivery set aside: it is tried again until it can be posted',
        )
      if (waiting.size >= maxRemembered) forget()
      if (waiting.size < maxRemembered) waiting.set(only.id, { code, lastMs: performance.now() })
    },
    remove: deliveries => {
      if (waiting.size === 0) return
      for (const { id } of deliveries)
        if (waiting.delete(id)) log.info({ delivery: id }, 'delivery that was set aside has its outcome')
    },
    trouble: () => {
      forget()
      const codes = [...new Set([...waiting.values()].map(({ code }) => code))]
      if (waiting.size === 0) return undefined
      return `${waiting.size} deliveries wait after errors that are not their fault (${codes.join(', ')}): the log has their ids`
    },
  }
}
