import { openSharedRoom } from '../limits/shared-room.js'
import { withTimeout } from '../with-timeout.js'
import { type NewDelivery, ownerOf } from './delivery.js'

/**
 * The result of storing a delivery. It is stored only if `kept`, and maybe if `unknown`. `away`: Redis is
 * known to be away.
 * `full`: too many deliveries are waiting here. `refused`: Redis rejects writes.
 * `unknown`: the write was not answered, or only in part, so the delivery may or may not be stored.
 * `unconfirmed`: Redis has it, but too few of its replicas, so a failover may lose it.
 */
export type EnqueueResult = WriteResult | 'away' | 'full' | 'unknown'

export type WriteResult = 'kept' | 'refused' | 'unconfirmed'

type Store = {
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
 * Under load the batches grow by themselves, and a worker posts small ones together (`run-batch.ts`).
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

type Gathered = { delivery: NewDelivery }

/** Of one owner. All owners together get a third more. */
const maxGatheredDeliveries = 20_000
/** A string knows its number of characters without being read. A character is a few bytes at most. */
const maxGatheredCharacters = 32 * 1024 * 1024

/** A payload of at least this length is large. */
const largeFromCharacters = 64 * 1024

/**
 * A write takes large payloads of 1 Mi characters together, as they are written, or a single larger one,
 * because every delivery of a write waits until Redis has stored all of them.
 */
const maxLargeCharacters = 1024 * 1024

/** Gathers deliveries while a write is in progress: at most 20,000 and 32 Mi characters of one owner. */
function gather<Waiting extends Gathered>() {
  let gathered: Waiting[] = []
  let characters = 0
  const rooms = {
    deliveries: openSharedRoom(maxGatheredDeliveries),
    characters: openSharedRoom(maxGatheredCharacters),
  }

  const add = (waiting: Waiting) => {
    const { delivery } = waiting
    gathered.push(waiting)
    characters += delivery.payload.length
    rooms.deliveries.take(ownerOf(delivery), 1)
    rooms.characters.take(ownerOf(delivery), delivery.payload.length)
  }
  const takeAll = (): Waiting[] => {
    const taken = gathered
    gathered = []
    characters = 0
    rooms.deliveries.clear()
    rooms.characters.clear()
    return taken
  }

  return {
    count: () => gathered.length,
    hasRoomFor: (delivery: NewDelivery) =>
      rooms.deliveries.hasFor(ownerOf(delivery), 1) &&
      rooms.characters.hasFor(ownerOf(delivery), delivery.payload.length),
    add,
    takeAll,
    /** Takes the next write's deliveries: all small ones, and as many large ones as may go together. */
    take: (): Waiting[] => {
      if (characters <= maxLargeCharacters) return takeAll()
      const { now, later } = untilLargeIsFull(takeAll())
      for (const waiting of later) add(waiting)
      return now
    },
  }
}

function untilLargeIsFull<Waiting extends Gathered>(all: Waiting[]): { now: Waiting[]; later: Waiting[] } {
  let large = 0
  const [now, later]: [Waiting[], Waiting[]] = [[], []]
  for (const waiting of all) {
    const { length } = waiting.delivery.payload
    const isLarge = length >= largeFromCharacters
    const fits = !isLarge || large === 0 || large + length <= maxLargeCharacters
    if (isLarge && fits) large += length
    ;(fits ? now : later).push(waiting)
  }
  return { now, later }
}
