import { randomBytes } from 'node:crypto'
import { idLength, timeOf } from '@posthorn/core'

/** What a batch's id tells: when it was stored, if it tells that at all, and how many deliveries it holds. */
export type Told = { storedAtMs: number | undefined; deliveries: number }

/**
 * Makes ids that tell what is in a batch, so that a backlog is counted without reading it. Each is a new one, whatever
 * the batch holds: BullMQ drops a job whose id it has already.
 */
export function makeBatchIds(nowMs: () => number = Date.now): (deliveries: number) => string {
  const maker = randomBytes(5).toString('hex')
  let made = 0
  return deliveries => `${nowMs().toString(36)}-${maker}${(made++).toString(36)}-${deliveries}`
}

/** Reads such an id. A batch that was taken apart became batches of one, each named after its delivery. */
export function readBatchId(id: string): Told {
  const [time = '', , deliveries] = id.split('-')
  if (deliveries !== undefined)
    return { storedAtMs: Number.parseInt(time, 36), deliveries: Number(deliveries) }
  return { storedAtMs: id.length === idLength ? timeOf(id) : undefined, deliveries: 1 }
}
