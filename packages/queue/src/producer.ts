import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { makeBatches } from './batches.js'
import { isReady, isRefusal, reconnect } from './connection.js'
import { type Delivery, defaultPrefix, queueName } from './delivery.js'
import { gatherer, type Kept } from './group-commit.js'
import { openLanes } from './lanes.js'

export type ProducerOptions = {
  prefix?: string
  /** Whether Redis may take in more; asked for each delivery. */
  hasRoom?: () => boolean
  /** Told of each write that Redis answered. */
  stored?: ((deliveries: number, ms: number) => void) | undefined
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
 */
export async function openProducer(
  redis: Redis,
  { prefix = defaultPrefix, hasRoom = () => true, stored }: ProducerOptions = {},
): Promise<Producer> {
  const queue = new Queue(queueName, { connection: redis, prefix, skipVersionCheck: true })
  queue.on('error', () => {}) // each add tells its own; without a listener the process would end
  await queue.waitUntilReady()
  const inLanes = openLanes()
  const batches = makeBatches()

  const write = async (deliveries: Delivery[]): Promise<'kept' | 'refused'> => {
    const { shared, flood } = inLanes(deliveries)
    const jobs = [...batches('shared', shared), ...batches('flood', flood)]
    const [only, ...more] = jobs
    try {
      if (only && more.length === 0)
        await queue.add(only.name, only.data, only.opts) // cheaper than a transaction of one
      else await queue.addBulk(jobs)
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
    stored,
  })
  return {
    keep: delivery => (hasRoom() ? gathered.keep(delivery) : Promise.resolve('backed_up')),
    close: async () => {
      await gathered.idle()
      await queue.close()
    },
  }
}
