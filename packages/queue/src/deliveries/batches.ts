import { randomBytes } from 'node:crypto'
import { idLength, timeOf } from '@posthorn/core'
import type { Job } from '../bullmq/batch-store.js'
import { maxDeliveriesPerBatch } from '../names.js'
import { type NewDelivery, postsIn, sizeOf } from './delivery.js'
import type { FloodOrder, FloodWork } from './flood.js'
import { type Packed, pack } from './pack.js'

/**
 * The maximum work in a batch, unless a single delivery is more. Flood batches are smaller because others
 * wait for them.
 */
const maxCharacters = { shared: 512 * 1024, flood: 128 * 1024 }

/** Turns deliveries into the jobs of a lane. */
export function makeBatches() {
  const newBatchId = makeBatchIds()

  const job = (batch: NewDelivery[], priority = 0): Job & { data: Packed } => {
    const characters = batch.reduce((sum, { payload }) => sum + payload.length, 0)
    const held = {
      deliveries: batch.length,
      posts: batch.reduce((sum, delivery) => sum + postsIn(delivery), 0),
      kib: Math.ceil(characters / 1024),
    }
    return { id: newBatchId(held), priority, data: pack(batch) }
  }

  return {
    shared: (deliveries: NewDelivery[]) =>
      inBatches(deliveries, maxCharacters.shared).map(batch => job(batch)),
    /** Each batch belongs to one hook and has its place in the fair order. */
    flood: (deliveries: NewDelivery[], order: FloodOrder) =>
      byHook(deliveries).flatMap(([first, ...more]) =>
        inBatches([first, ...more], maxCharacters.flood).map(batch =>
          job(batch, order.next(first, workOf(batch))),
        ),
      ),
  }
}

function workOf(batch: NewDelivery[]): FloodWork {
  const sum = (of: (delivery: NewDelivery) => number) =>
    batch.reduce((sum, delivery) => sum + of(delivery), 0)
  return { size: sum(sizeOf), posts: sum(postsIn), characters: sum(({ payload }) => payload.length) }
}

function byHook(deliveries: NewDelivery[]): [NewDelivery, ...NewDelivery[]][] {
  const hooks = new Map<string, [NewDelivery, ...NewDelivery[]]>()
  for (const delivery of deliveries) {
    const own = hooks.get(delivery.hookId)
    if (own) own.push(delivery)
    else hooks.set(delivery.hookId, [delivery])
  }
  return [...hooks.values()]
}

/**
 * Cuts deliveries into batches of at most 500 and `maxCharacters`. A larger delivery gets a batch of its own.
 */
function inBatches(deliveries: NewDelivery[], maxCharacters: number): NewDelivery[][] {
  const batches: NewDelivery[][] = []
  let batch: NewDelivery[] = []
  let characters = 0
  for (const delivery of deliveries) {
    const size = sizeOf(delivery)
    if (batch.length > 0 && (batch.length === maxDeliveriesPerBatch || characters + size > maxCharacters)) {
      batches.push(batch)
      batch = []
      characters = 0
    }
    batch.push(delivery)
    characters += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

/** The contents of a batch. `kib`: the payloads' length in units of 1,024 characters. */
export type Held = { deliveries: number; posts: number; kib: number }

/** The contents of a batch and its time of storage, if known, as read from its id. */
type BatchInfo = Held & { storedAtMs: number | undefined }

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
