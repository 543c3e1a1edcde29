import type { DeliveryRow } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { type Log, loggedIds } from '@posthorn/server'

/** Ids in one line. A batch has at most 500 deliveries, and several batches may be posted together. */
const maxLoggedIds = 1000

/** Returns the ids of a batch for a line of the log about the whole batch. */
export function idsOf(deliveries: Delivery[]): string[] {
  return deliveries.slice(0, maxLoggedIds).map(({ id }) => id)
}

/** Logs one line per delivery. */
export type DeliveryLog = {
  recorded: (deliveries: Delivery[], rows: DeliveryRow[]) => void
  waits: (deliveries: Delivery[]) => void
}

/** Returns undefined unless the log level is debug. */
export function openDeliveryLog(log: Log): DeliveryLog | undefined {
  if (!log.isLevelEnabled('debug')) return undefined
  return {
    recorded: (deliveries, rows) => {
      const byId = new Map(deliveries.map(delivery => [delivery.id, delivery]))
      for (const { id, outcome, reason, postCount, tries } of rows) {
        const delivery = byId.get(id)
        if (!delivery) continue
        const facts = { outcome, reason: reason || undefined, posts: postCount, tries }
        log.debug({ ...loggedIds(delivery), ...facts }, 'delivery recorded')
      }
    },
    waits: deliveries => {
      for (const delivery of deliveries) log.debug(loggedIds(delivery), 'delivery waits for Postgres')
    },
  }
}
