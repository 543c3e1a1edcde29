import { type Db, replayablePage, rotatePartitions, type Settings } from '@posthorn/db'
import type { Maintenance } from '@posthorn/queue'
import { type Log, newId } from '@posthorn/server'

export type MaintenanceDeps = {
  db: Db
  log: Log
  nowMs: () => number
  settings: () => Settings
}

/** What a worker does besides posting: rejected deliveries sent again, and the days of deliveries looked after. */
export function maintenance({ db, log, nowMs, settings }: MaintenanceDeps): Maintenance {
  return {
    nextPage: async ({ hookId, after, end, outcome, text }, replayId) => {
      const range = { hookId, after, end, text, outcome: outcome === 'any' ? undefined : outcome }
      const { deliveries: found, lookedAtUpTo } = await replayablePage(db, range)
      const deliveries = found.map(({ id, original, payload }) => ({
        id: newId(),
        hookId,
        requestId: replayId,
        payload,
        replayOf: original,
        attempt: id,
      }))
      return { deliveries, lookedAtUpTo }
    },
    rotatePartitions: async () => {
      const kept = await rotatePartitions(db, settings().DeliveryDays, new Date(nowMs()))
      log.info({ dropped: kept.dropped, in_use: kept.inUse }, 'days kept')
      return kept
    },
    threw: (chore, error) => log.warn({ chore, err: error }, 'a chore threw: it is tried again'),
  }
}
