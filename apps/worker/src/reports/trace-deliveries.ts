import { timeOf } from '@posthorn/core'
import type { DeliveryRow } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { readCallerLines, type Tracing } from '@posthorn/server'

/**
 * Sends a span per recorded delivery, in the trace of its call, and one per batch, which they link to. All have the batch's times,
 * because one statement writes all posts. BullMQ's own telemetry has one context per job, but a job has many deliveries.
 */
export function traceDeliveries(
  tracing: Tracing,
  deliveries: Delivery[],
  rows: DeliveryRow[],
  { beganMs, atMs }: { beganMs: number; atMs: number },
): void {
  const batch = tracing.begin('post batch', { kind: 'internal', beganMs })
  batch.end({ 'posthorn.deliveries': deliveries.length }, { atMs })
  const parents = new Map(deliveries.map(({ id, caller }) => [id, readCallerLines(caller).traceparent]))
  for (const { id, hookId, requestId, outcome, reason, postCount } of rows) {
    const span = tracing.begin('post delivery', {
      kind: 'consumer',
      parent: parents.get(id),
      link: batch.traceparent,
      beganMs,
    })
    const ids = { 'posthorn.delivery': id, 'posthorn.hook': hookId, 'posthorn.request': requestId }
    const end = {
      'posthorn.outcome': outcome,
      'posthorn.reason': reason || undefined,
      'posthorn.posts': postCount,
    }
    span.end({ ...ids, ...end, 'posthorn.waited_ms': Math.max(0, beganMs - timeOf(id)) }, { atMs })
  }
}
