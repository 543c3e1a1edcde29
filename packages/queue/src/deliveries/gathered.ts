import { largeFromCharacters } from './compress.js'
import type { NewDelivery } from './delivery.js'

type Gathered = { delivery: NewDelivery }

const maxGatheredDeliveries = 20_000
/** Characters, whose number a string knows without being read; a few bytes each at most. */
const maxGatheredCharacters = 32 * 1024 * 1024

/**
 * One write takes large ones of a mebibyte together, as they are written, or a single one: all who are in that write wait
 * until Redis has them all on its disk.
 */
const maxLargeCharacters = 1024 * 1024

/** What gathers while a write is under way: at most 20,000 deliveries and 32 Mi characters. */
export function gather<Waiting extends Gathered>() {
  let gathered: Waiting[] = []
  let characters = 0

  const takeAll = (): Waiting[] => {
    const taken = gathered
    gathered = []
    characters = 0
    return taken
  }

  return {
    count: () => gathered.length,
    hasRoomFor: ({ payload }: NewDelivery) =>
      gathered.length < maxGatheredDeliveries && characters + payload.length <= maxGatheredCharacters,
    add: (waiting: Waiting) => {
      gathered.push(waiting)
      characters += waiting.delivery.payload.length
    },
    takeAll,
    /** What the next write takes: all that is small, and of what is large as much as may go together. */
    take: (): Waiting[] => {
      if (characters <= maxLargeCharacters) return takeAll()
      const { now, later } = untilLargeIsFull(takeAll())
      gathered = later
      characters = later.reduce((sum, { delivery }) => sum + delivery.payload.length, 0)
      return now
    },
  }
}

function untilLargeIsFull<Waiting extends Gathered>(all: Waiting[]): { now: Waiting[]; later: Waiting[] } {
  let large = 0
  const [now, later]: [Waiting[], Waiting[]] = [[], []]
  for (const waiting of all) {
    const { payload, compressed } = waiting.delivery
    const { length } = compressed ?? payload
    const isLarge = length >= largeFromCharacters
    const fits = !isLarge || large === 0 || large + length <= maxLargeCharacters
    if (isLarge && fits) large += length
    ;(fits ? now : later).push(waiting)
  }
  return { now, later }
}
