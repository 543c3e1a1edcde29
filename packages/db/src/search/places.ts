/** Places of a batch, batches of a block, and places of a block, which two bytes can number. */
export const placesPerBatch = 2048
export const batchesPerBlock = 32
export const placesPerBlock = placesPerBatch * batchesPerBlock

/** The number of a term's row if the block is full: a list of places, or a bitmap. */
export const mergedBatch = 0
export const bitmapBatch = -1

export const bitmapBytes = placesPerBlock / 8

/** A set of the places of a block, one bit each. */
export type PlaceSet = Uint32Array

export const noPlaces = (): PlaceSet => new Uint32Array(placesPerBlock / 32)

/** The empty set, which is shared and must not be changed. Most blocks have no post with a rare word. */
export const nowhere = noPlaces()

/** Adds the places of a row to a set. */
export function addPlaces(
  places: PlaceSet,
  { batch, places: bytes }: { batch: number; places: Buffer },
): void {
  if (batch === bitmapBatch) {
    for (let at = 0; at < places.length; at++) places[at] = (places[at] ?? 0) | bytes.readUInt32LE(at * 4)
    return
  }
  for (let at = 0; at < bytes.length; at += 2) addPlace(places, bytes.readUInt16BE(at))
}

function addPlace(places: PlaceSet, place: number): void {
  places[place >>> 5] = (places[place >>> 5] ?? 0) | (1 << (place & 31))
}

/** Returns a set as a bitmap. */
export function bitmapOf(places: PlaceSet): Buffer {
  const bytes = Buffer.alloc(bitmapBytes)
  for (const [at, bits] of places.entries()) bytes.writeUInt32LE(bits, at * 4)
  return bytes
}

/** Returns the places that are in all sets, of which there is at least one. */
export function inAll([first = nowhere, ...others]: PlaceSet[]): PlaceSet {
  if (others.length === 0) return first
  if (first === nowhere || others.includes(nowhere)) return nowhere
  const all = first.slice()
  for (const set of others) for (let at = 0; at < all.length; at++) all[at] = (all[at] ?? 0) & (set[at] ?? 0)
  return all
}

/** Returns the places that are in any of the sets. */
export function inAny(sets: PlaceSet[]): PlaceSet {
  const [first = nowhere, ...others] = sets.filter(set => set !== nowhere)
  if (others.length === 0) return first
  const all = first.slice()
  for (const set of others) for (let at = 0; at < all.length; at++) all[at] = (all[at] ?? 0) | (set[at] ?? 0)
  return all
}

/** Returns the places that are in the first set only. */
export function without(places: PlaceSet, others: PlaceSet): PlaceSet {
  return places.map((bits, at) => bits & ~(others[at] ?? 0))
}

/** Returns the places of a set, the last first. */
export function lastFirst(places: PlaceSet): number[] {
  const found: number[] = []
  if (places === nowhere) return found
  for (let at = places.length - 1; at >= 0; at--) {
    for (let bits = places[at] ?? 0; bits !== 0; ) {
      const bit = 31 - Math.clz32(bits)
      found.push(at * 32 + bit)
      bits = (bits & ~(1 << bit)) >>> 0
    }
  }
  return found
}
