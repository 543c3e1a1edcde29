import { openSharedRoom } from '../limits/shared-room.js'
import { type NewDelivery, ownerOf } from './delivery.js'

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
export function gather<Waiting extends Gathered>() {
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
