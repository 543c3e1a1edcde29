import type { NewDelivery } from './delivery.js'
import { gather } from './gathered.js'

/**
 * What became of a delivery that was to be stored; it is nowhere unless `kept` or `unknown`. `away`: Redis is known to
 * be. `full`: too much gathers here. `refused`: Redis takes in nothing now.
 * `unknown`: the write was not answered, or answered in part; it may or may not be stored.
 */
export type EnqueueResult = 'kept' | 'away' | 'full' | 'refused' | 'unknown'

export type Store = {
  /** False while Redis is known to be away. */
  ready: () => boolean
  /** Store all of these, or nothing (`refused`), or reject. */
  write: (deliveries: NewDelivery[]) => Promise<'kept' | 'refused'>
  /** Called when it is not known what became of a write. */
  giveUp: () => void
  /** Told of each write that was answered. */
  stored?: ((deliveries: number, ms: number) => void) | undefined
}

const writeDeadlineMs = 3000
type Waiting = { delivery: NewDelivery; answer: (kept: EnqueueResult) => void }

/**
 * One write at a time; what arrives meanwhile gathers and goes with the next. A lone delivery waits for nobody,
 * under load the batches grow by themselves, and a worker posts small ones together (`together.ts`).
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
      await new Promise(setImmediate) // what the sockets have already brought goes along
      const taken = gathered.take()
      const beganAt = performance.now()
      const kept = await withinDeadline(store.write(taken.map(({ delivery }) => delivery)))
      for (const { answer } of taken) answer(kept)
      if (kept === 'kept') store.stored?.(taken.length, performance.now() - beganAt)
      if (kept !== 'unknown') continue
      store.giveUp()
      for (const { answer } of gathered.takeAll()) answer('away')
    }
    writing = undefined // at once with the last look: what comes next finds nobody writing, and begins
  }

  return { enqueue, idle: async () => writing }
}

/** `unknown` after 3 s without an answer, or on an error. */
async function withinDeadline(write: Promise<EnqueueResult>): Promise<EnqueueResult> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<EnqueueResult>(resolve => {
    timer = setTimeout(resolve, writeDeadlineMs, 'unknown')
  })
  const kept = write.catch((): EnqueueResult => 'unknown')
  return Promise.race([kept, deadline]).finally(() => clearTimeout(timer))
}
