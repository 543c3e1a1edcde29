import { timeOf } from '@posthorn/core'
import type { DeliveryRow } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { type Log, loggedIds, readCallerLines, type Tracing } from '@posthorn/server'

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

type Times = { beganMs: number; atMs: number }

/**
 * Posts a batch in a span of its own. Sends a span per recorded delivery, in the trace of its call, which links to the batch's.
 * All have the batch's times, because one statement writes all posts. BullMQ's own telemetry has one context per job, but a job
 * has many deliveries.
 */
export async function traceBatch<Posted extends { recorded: DeliveryRow[] }>(
  tracing: Tracing | undefined,
  deliveries: Delivery[],
  post: () => Promise<Posted>,
): Promise<Posted> {
  if (!tracing) return post()
  const beganMs = Date.now()
  const batch = tracing.begin('post batch', { kind: 'internal', beganMs })
  const facts = { 'posthorn.deliveries': deliveries.length }
  try {
    const posted = await tracing.within(batch, post)
    const times = { beganMs, atMs: Date.now() }
    batch.end(facts, times)
    traceDeliveries(tracing, deliveries, posted.recorded, { ...times, link: batch.traceparent })
    return posted
  } catch (error) {
    batch.end(facts, { failed: true })
    throw error
  }
}

function traceDeliveries(
  tracing: Tracing,
  deliveries: Delivery[],
  rows: DeliveryRow[],
  { beganMs, atMs, link }: Times & { link: string },
): void {
  const parents = new Map(deliveries.map(({ id, caller }) => [id, readCallerLines(caller).traceparent]))
  for (const { id, hookId, requestId, outcome, reason, postCount } of rows) {
    const parent = parents.get(id)
    const span = tracing.begin('post delivery', { kind: 'consumer', parent, link, beganMs })
    const ids = { 'posthorn.delivery': id, 'posthorn.hook': hookId, 'posthorn.request': requestId }
    const end = {
      'posthorn.outcome': outcome,
      'posthorn.reason': reason || undefined,
      'posthorn.posts': postCount,
    }
    span.end({ ...ids, ...end, 'posthorn.waited_ms': Math.max(0, beganMs - timeOf(id)) }, { atMs })
  }
}
