import { randomBytes } from 'node:crypto'
import { idLength, timeOf } from '@posthorn/core'

/** What is in a batch. `kib`: thousands of characters of payloads, to the power of two. */
export type Held = { deliveries: number; posts: number; kib: number }

/** What a batch's id tells: what it holds, and when it was stored, if it tells that. */
export type BatchInfo = Held & { storedAtMs: number | undefined }

/**
 * Makes ids that tell what is in a batch, so that a backlog is counted without reading it. Each is a new one, whatever
 * the batch holds: BullMQ drops a job whose id it has already.
 */
export function makeBatchIds(nowMs: () => number = Date.now): (held: Held) => string {
  const maker = randomBytes(5).toString('hex')
  let made = 0
  return ({ deliveries, posts, kib }) =>
    `${nowMs().toString(36)}-${maker}${(made++).toString(36)}-${deliveries}-${posts}-${kib}`
}

/**
 * Reads such an id. An earlier version told the count of deliveries only. A batch that was taken apart became batches
 * of one, each named after its delivery.
 */
export function readBatchId(id: string): BatchInfo {
  const [time = '', , deliveries, posts = deliveries, kib = deliveries] = id.split('-')
  if (deliveries === undefined)
    return { storedAtMs: id.length === idLength ? timeOf(id) : undefined, deliveries: 1, posts: 1, kib: 1 }
  return {
    storedAtMs: Number.parseInt(time, 36),
    deliveries: Number(deliveries),
    posts: Number(posts),
    kib: Number(kib),
  }
}
