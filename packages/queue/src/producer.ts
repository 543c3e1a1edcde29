import { type BulkJobOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { makeBatchIds } from './batch-id.js'
import { isReady, isRefusal, reconnect } from './connection.js'
import { batchOptions, type Delivery, defaultPrefix, queueName } from './delivery.js'
import { gatherer, type Kept } from './group-commit.js'
import { type Lane, openLanes } from './lanes.js'

/** What fits one job: more would make a worker's batch long, and its lock with it. */
const maxDeliveriesPerBatch = 500

/** How a lane's batches are made. A flood's are shorter work when its texts are long: others wait for it to end. */
const lanes: Record<Lane, { maxCharacters: number; options: BulkJobOptions }> = {
  shared: { maxCharacters: 512 * 1024, options: batchOptions },
  // BullMQ takes what has no priority before what has one, whichever
  flood: { maxCharacters: 128 * 1024, options: { ...batchOptions, priority: 1 } },
}

export type Producer = {
  /** Store a delivery: `kept` once Redis has it in its append-only file. Never rejects. */
  keep: (delivery: Delivery) => Promise<Kept>
  /** Lets what was taken be written, then lets go. */
  close: () => Promise<void>
}

/**
 * The way in: deliveries gather while a write is under way and go to Redis as batches (design 5, group commit). What
 * one hook sends beyond its share goes into batches of its own, which workers take last (design 5, fair).
 * @param redis a connection that fails fast, ready; the producer does not close it
 * @param hasRoom whether Redis may take in more; asked for each delivery
 */
export async function openProducer(
  redis: Redis,
  prefix = defaultPrefix,
  hasRoom: () => boolean = () => true,
): Promise<Producer> {
  const queue = new Queue(queueName, { connection: redis, prefix, skipVersionCheck: true })
  queue.on('error', () => {}) // each add tells its own; without a listener the process would end
  await queue.waitUntilReady()
  const inLanes = openLanes()
  const newBatchId = makeBatchIds()
  const jobs = (lane: Lane, deliveries: Delivery[]) =>
    inBatches(deliveries, lanes[lane].maxCharacters).map(batch => ({
      name: 'batch',
      data: { deliveries: batch },
      opts: { ...lanes[lane].options, jobId: newBatchId(batch.length) },
    }))

  const write = async (deliveries: Delivery[]): Promise<'kept' | 'refused'> => {
    const { shared, flood } = inLanes(deliveries)
    const batches = [...jobs('shared', shared), ...jobs('flood', flood)]
    const [only, ...more] = batches
    try {
      if (only && more.length === 0)
        await queue.add(only.name, only.data, only.opts) // cheaper than a transaction of one
      else await queue.addBulk(batches)
      return 'kept'
    } catch (error) {
      if (more.length === 0 && isRefusal(error)) return 'refused'
      throw error // of several batches some may have been taken
    }
  }

  const gathered = gatherer({
    ready: () => isReady(redis),
    write,
    // The unanswered write may still be stored, which a 503 allows; a fresh connection is how to find out that Redis is back.
    giveUp: () => reconnect(redis),
  })
  return {
    keep: delivery => (hasRoom() ? gathered.keep(delivery) : Promise.resolve('backed_up')),
    close: async () => {
      await gathered.idle()
      await queue.close()
    },
  }
}

/** Cut into batches of at most 500 deliveries and so many characters; a bigger delivery goes alone. */
export function inBatches(deliveries: Delivery[], maxCharacters: number): Delivery[][] {
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
