import type { Job } from '../bullmq/batch-store.js'
import { maxDeliveriesPerBatch } from '../names.js'
import { makeBatchIds } from './batch-id.js'
import type { NewDelivery } from './delivery.js'
import type { FloodOrder, FloodWork } from './flood-order.js'
import { type Packed, pack } from './pack.js'
import { postsIn, sizeOf } from './size.js'

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
