import { withTimeout } from '../with-timeout.js'
import type { NewDelivery } from './delivery.js'
import { gather } from './gathered.js'

/**
 * The result of storing a delivery. It is stored only if `kept`, and maybe if `unknown`. `away`: Redis is
 * known to be away.
 * `full`: too many deliveries are waiting here. `refused`: Redis rejects writes.
 * `unknown`: the write was not answered, or only in part, so the delivery may or may not be stored.
 * `unconfirmed`: Redis has it, but too few of its replicas, so a failover may lose it.
 */
export type EnqueueResult = WriteResult | 'away' | 'full' | 'unknown'

export type WriteResult = 'kept' | 'refused' | 'unconfirmed'

export type Store = {
  /** False while Redis is known to be away. */
  ready: () => boolean
  /** Stores all of these or nothing (`refused`), or rejects. */
  write: (deliveries: NewDelivery[]) => Promise<WriteResult>
  /** Called if the outcome of a write is unknown. */
  giveUp: () => void
  /** Called after each write that was answered. */
  stored?: ((deliveries: number, ms: number) => void) | undefined
}

const writeDeadlineMs = 3000
type Waiting = { delivery: NewDelivery; answer: (kept: EnqueueResult) => void }

/**
 * One write at a time. Deliveries that arrive meanwhile go with the next one. A single delivery never waits.
 * Under load the batches grow by themselves, and a worker posts small ones together (`together.ts`).
 */
export function groupCommit(store: Store) {
  const gathered = gather<Waiting>()
  let writing: Promise<void> | undefined

  const enqueue = (delivery: NewDelivery): Promise<EnqueueResult> => {
    if (!store.ready()) return Promise.resolve('away')
    if (!gathered.hasRoomFor(delivery)) return Promise.resolve('full')
    return new Promise(answer => {
      gathered.add({ delivery, answer })
      writing ??= writeAll()
    })
  }

  const writeAll = async () => {
    while (gathered.count() > 0) {
      await new Promise(setImmediate) // calls that have already arrived join this write
      const taken = gathered.take()
      const beganAt = performance.now()
      const kept = await withTimeout<EnqueueResult, EnqueueResult>(
        store.write(taken.map(({ delivery }) => delivery)).catch(() => 'unknown'),
        writeDeadlineMs,
        'unknown',
      )
      for (const { answer } of taken) answer(kept)
      if (kept === 'kept') store.stored?.(taken.length, performance.now() - beganAt)
      if (kept !== 'unknown') continue
      store.giveUp()
      for (const { answer } of gathered.takeAll()) answer('away')
    }
    writing = undefined // in the same turn as the last check, so that the next delivery begins a write
  }

  return { enqueue, idle: async () => writing }
}
