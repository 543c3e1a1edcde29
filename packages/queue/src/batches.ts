import type { BulkJobOptions } from 'bullmq'
import { makeBatchIds } from './batch-id.js'
import { batchOptions, type Delivery } from './delivery.js'
import type { Lane } from './lanes.js'
import { pack } from './pack.js'

/** What fits one job: more would make a worker's batch long, and its lock with it. */
const maxDeliveriesPerBatch = 500

/** How a lane's batches are made. A flood's are shorter work when its texts are long: others wait for it to end. */
const lanes: Record<Lane, { maxCharacters: number; options: BulkJobOptions }> = {
  shared: { maxCharacters: 512 * 1024, options: batchOptions },
  // BullMQ takes what has no priority before what has one, whichever
  flood: { maxCharacters: 128 * 1024, options: { ...batchOptions, priority: 1 } },
}

/** Makes of deliveries the jobs of a lane. */
export function makeBatches() {
  const newBatchId = makeBatchIds()
  return (lane: Lane, deliveries: Delivery[]) =>
    inBatches(deliveries, lanes[lane].maxCharacters).map(batch => ({
      name: 'batch',
      data: pack(batch),
      opts: { ...lanes[lane].options, jobId: newBatchId(batch.length) },
    }))
}

/** Cut into batches of at most 500 deliveries and so many characters; a bigger delivery goes alone. */
function inBatches(deliveries: Delivery[], maxCharacters: number): Delivery[][] {
  const batches: Delivery[][] = []
  let batch: Delivery[] = []
  let characters = 0
  for (const delivery of deliveries) {
    const size = delivery.payload.length
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
