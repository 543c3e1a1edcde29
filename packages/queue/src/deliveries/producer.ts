import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { isReady, isRefusal, reconnect } from '../connection/connection.js'
import { makeBatches } from './batches.js'
import { defaultPrefix, floodName, type NewDelivery, queueName } from './delivery.js'
import { openFloodOrder } from './flood-order.js'
import { type EnqueueResult, groupCommit } from './group-commit.js'
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
  enqueue: (delivery: NewDelivery) => Promise<EnqueueResult>
  /** Lets what was taken be written, then lets go. */
  close: () => Promise<void>
}

type Job = ReturnType<ReturnType<typeof makeBatches>['shared']>[number]

/**
 * The way in: deliveries gather while a write is under way and go to Redis as batches (ARCHITECTURE.md, Group commit). What
 * one hook sends beyond its share goes into batches of its own, in a queue beside the others' (ARCHITECTURE.md, Decisions).
 * @param redis a connection that fails fast, ready; the producer does not close it
 */
export async function openProducer(
  redis: Redis,
  { prefix = defaultPrefix, hasRoom = () => true, stored }: ProducerOptions = {},
): Promise<Producer> {
  const queues = { shared: openQueue(queueName, redis, prefix), flood: openQueue(floodName, redis, prefix) }
  await Promise.all([queues.shared.waitUntilReady(), queues.flood.waitUntilReady()])
  const inLanes = openLanes()
  const order = openFloodOrder(redis, prefix)
  const batches = makeBatches()

  const write = async (deliveries: NewDelivery[]): Promise<'kept' | 'refused'> => {
    const { shared, flood } = inLanes(deliveries)
    if (flood.length > 0) await order.look()
    const jobs = { shared: batches.shared(shared), flood: batches.flood(flood, order) }
    try {
      await Promise.all([add(queues.shared, jobs.shared), add(queues.flood, jobs.flood)])
      return 'kept'
    } catch (error) {
      if (jobs.shared.length + jobs.flood.length === 1 && isRefusal(error)) return 'refused'
      throw error // of several batches some may have been taken
    }
  }

  const gathered = groupCommit({
    ready: () => isReady(redis),
    write,
    // The unanswered write may still be stored, which a 503 allows; a fresh connection is how to find out that Redis is back.
    giveUp: () => reconnect(redis),
    stored,
  })
  return {
    enqueue: delivery => (hasRoom() ? gathered.enqueue(delivery) : Promise.resolve('backed_up')),
    close: async () => {
      await gathered.idle()
      await Promise.all([queues.shared.close(), queues.flood.close()])
    },
  }
}

function openQueue(name: string, redis: Redis, prefix: string): Queue {
  const queue = new Queue(name, { connection: redis, prefix, skipVersionCheck: true })
  return queue.on('error', () => {}) // each add tells its own; without a listener the process would end
}

async function add(queue: Queue, jobs: Job[]): Promise<void> {
  const [only, ...more] = jobs
  if (only && more.length === 0)
    await queue.add(only.name, only.data, only.opts) // cheaper than a transaction of one
  else if (only) await queue.addBulk(jobs)
}
