import { randomBytes } from 'node:crypto'
import { idLength, timeOf } from '@posthorn/core'

/** The contents of a batch. `kib`: the payloads' length in units of 1,024 characters. */
export type Held = { deliveries: number; posts: number; kib: number }

/** The contents of a batch and its time of storage, if known, as read from its id. */
export type BatchInfo = Held & { storedAtMs: number | undefined }

/**
 * Makes ids that describe a batch, so that a backlog is counted without reading it. Each id is new, even for
 * the same contents, because BullMQ drops a job whose id it already has.
 */
export function makeBatchIds(nowMs: () => number = Date.now): (held: Held) => string {
  const maker = randomBytes(5).toString('hex')
  let made = 0
  return ({ deliveries, posts, kib }) =>
    `${nowMs().toString(36)}-${maker}${(made++).toString(36)}-${deliveries}-${posts}-${kib}`
}

/** Reads such an id. A batch that was taken apart became batches of one, each named after its delivery. */
export function readBatchId(id: string): BatchInfo {
  const [time = '', , deliveries, posts, kib] = id.split('-')
  if (kib === undefined)
    return { storedAtMs: id.length === idLength ? timeOf(id) : undefined, deliveries: 1, posts: 1, kib: 1 }
  return {
    storedAtMs: Number.parseInt(time, 36),
    deliveries: Number(deliveries),
    posts: Number(posts),
    kib: Number(kib),
  }
}
