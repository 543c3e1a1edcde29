import type { Redis } from 'ioredis'
import { type BatchStore, type Jobs, openBatchStore } from '../bullmq/batch-store.js'
import { isReady, isRefusal, reconnect } from '../connection/connection.js'
import { openReplicaWait, Unconfirmed } from '../connection/replicas.js'
import { countsOf, isAdmitted } from '../limits/window.js'
import { defaultPrefix } from '../names.js'
import { makeBatches } from './batches.js'
import type { NewDelivery } from './delivery.js'
import { type FloodOrder, openFloodOrder } from './flood.js'
import { type EnqueueResult, groupCommit, type WriteResult } from './group-commit.js'
import { type Lane, openLanes } from './lanes.js'

export type ProducerOptions = {
  prefix?: string
  /** How many replicas must have a delivery before it is `kept`; 0 if absent. */
  replicas?: number | undefined
  /** Called after each write that Redis answered. */
  stored?: ((deliveries: number, ms: number) => void) | undefined
}

export type Producer = {
  /**
   * Stores a delivery. Returns `kept` once Redis and `replicas` have it in their append-only files. If its bill says that the
   * hook is over its rate, nothing is stored. Never rejects.
   */
  enqueue: (delivery: NewDelivery) => Promise<EnqueueResult>
  /** Stores deliveries in the flood lane, behind new deliveries. @throws if Redis does not answer */
  storeBehind: (deliveries: NewDelivery[]) => Promise<void>
  /** What waits of the hook's owner in the flood lane, if anything of this hook does. */
  waiting: FloodOrder['waiting']
  /** Writes the accepted deliveries. */
  close: () => Promise<void>
}

/**
 * Stores deliveries. They gather while a write is in progress and go to Redis as batches (docs/decisions/005). An owner’s
 * deliveries beyond the share go to the flood queue (docs/decisions/007).
 * @param redis a ready connection that fails fast. The producer does not close it
 */
export function openProducer(
  redis: Redis,
  { prefix = defaultPrefix, replicas = 0, stored }: ProducerOptions = {},
): Producer {
  const store = confirming(redis, openBatchStore(redis, prefix), replicas)
  const { write, storeBehind, waiting } = openWriter(store)
  const gathered = groupCommit({
    ready: () => isReady(redis),
    write,
    // the unanswered write may still be stored, which a 503 allows; only a new connection shows whether Redis
    // is back
    giveUp: () => reconnect(redis),
    stored,
  })
  return {
    enqueue: gathered.enqueue,
    storeBehind,
    waiting,
    close: async () => {
      await gathered.idle()
    },
  }
}

/** Makes each write wait for replicas. A batch waits once. */
function confirming(redis: Redis, opened: BatchStore, replicas: number): BatchStore {
  if (replicas === 0) return opened
  const confirm = openReplicaWait(redis, replicas)
  return { ...opened, store: (jobs, counts) => confirm(() => opened.store(jobs, counts)) }
}

type InLanes = Record<Lane, NewDelivery[]>

const isLetIn = ({ bill }: NewDelivery) => isAdmitted(bill)

/** The writes themselves. */
function openWriter({ store, lowestPriority }: BatchStore) {
  const inLanes = openLanes()
  const order = openFloodOrder(lowestPriority)
  const batches = makeBatches()

  const jobsOf = ({ shared, flood }: InLanes): Jobs => ({
    shared: batches.shared(shared),
    flood: batches.flood(flood, order),
  })

  const write = async (deliveries: NewDelivery[]): Promise<WriteResult> => {
    try {
      const lanes = inLanes(deliveries) // only once, because it counts against the share of each owner
      if (lanes.flood.length > 0) await order.look()
      const counts = countsOf(deliveries.flatMap(({ bill }) => bill ?? []))
      if (await store(jobsOf(lanes), counts)) return 'kept'
      const admitted = { shared: lanes.shared.filter(isLetIn), flood: lanes.flood.filter(isLetIn) }
      if (admitted.shared.length + admitted.flood.length > 0) await store(jobsOf(admitted), [])
      return 'kept'
    } catch (error) {
      if (isRefusal(error)) return 'refused'
      if (error instanceof Unconfirmed) return 'unconfirmed'
      throw error
    }
  }

  const storeBehind = async (deliveries: NewDelivery[]) => {
    await order.look()
    await store(jobsOf({ shared: [], flood: deliveries }), [])
  }

  return { write, storeBehind, waiting: order.waiting }
}
