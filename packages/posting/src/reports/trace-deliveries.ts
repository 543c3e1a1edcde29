import { timeOf } from '@posthorn/core'
import type { DeliveryRow } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { readCallerLines, type Tracing } from '@posthorn/server'

type Times = { beganMs: number; atMs: number }

/**
 * Posts a batch in a span of its own. Sends a span per recorded delivery, in the trace of its call, which links to the batch's.
 * All have the batch's times, because one statement writes all posts. BullMQ's own telemetry has one context per job, but a job
 * has many deliveries.
 */
export async function traceBatch<Posted extends { recorded: DeliveryRow[] }>(
  tracing: Tracing,
  deliveries: Delivery[],
  post: () => Promise<Posted>,
): Promise<Posted> {
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
