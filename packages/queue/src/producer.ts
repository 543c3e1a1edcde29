import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { batchOptions, type Delivery, defaultPrefix, queueName } from './delivery.js'
import { gatherer, type Kept } from './group-commit.js'

/** What fits one job: more would make a worker's batch long, and its lock with it. */
const maxDeliveriesPerBatch = 500
const maxCharactersPerBatch = 512 * 1024

export type Producer = {
  /** Store a delivery: `kept` once Redis has it in its append-only file. Never rejects. */
  keep: (delivery: Delivery) => Promise<Kept>
  /** Lets what was taken be written, then lets go. */
  close: () => Promise<void>
}

/**
 * The way in: deliveries gather while a write is under way and go to Redis as batches (design 5, group commit).
 * @param redis a connection that fails fast, ready; the producer does not close it
 * @param stored told of each write that Redis answered
 */
export async function openProducer(
  redis: Redis,
  prefix = defaultPrefix,
  stored?: (deliveries: number, ms: number) => void,
): Promise<Producer> {
  const queue = new Queue(queueName, { connection: redis, prefix, skipVersionCheck: true })
  queue.on('error', () => {}) // each add tells its own; without a listener the process would end
  await queue.waitUntilReady()
  const gathered = gatherer({
    ready: () => redis.status === 'ready',
    write: async deliveries => {
      const [first, ...more] = inBatches(deliveries).map(batch => ({ deliveries: batch }))
      if (more.length === 0)
        await queue.add('batch', first, batchOptions) // cheaper than a transaction of one
      else await queue.addBulk([first, ...more].map(data => ({ name: 'batch', data, opts: batchOptions })))
    },
    // The unanswered write may still be stored, which a 503 allows; a fresh connection is how to find out that Redis is back.
    giveUp: () => redis.disconnect(true),
    stored,
  })
  return {
    keep: gathered.keep,
    close: async () => {
      await gathered.idle()
      await queue.close()
    },
  }
}

/** Cut into batches of at most 500 deliveries and 512 Ki characters; a bigger delivery goes alone. */
export function inBatches(deliveries: Delivery[]): Delivery[][] {
  const batches: Delivery[][] = []
  let batch: Delivery[] = []
  let characters = 0
  for (const delivery of deliveries) {
    const size = delivery.payload.length
    if (
      batch.length > 0 &&
      (batch.length === maxDeliveriesPerBatch || characters + size > maxCharactersPerBatch)
    ) {
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
