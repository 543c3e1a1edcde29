/** The most that a payload takes in Redis: per byte, as JSON in JSON, and on top. */
const bytesPerByte = 2
const overheadBytes = 512

/** Returns how many bytes of Redis's memory a payload takes at most. */
export function storedBytes(payloadBytes: number): number {
  return payloadBytes * bytesPerByte + overheadBytes
}

/**
 * Counts the bytes that a process has stored, or is storing, and that the last look at Redis may have missed.
 */
export function openSince() {
  let [stored, underWay, seen] = [0, 0, 0]
  return {
    begin: (payloadBytes: number) => {
      const bytes = storedBytes(payloadBytes)
      underWay += bytes
      return () => {
        underWay -= bytes
        stored += bytes
      }
    },
    /** Call it before a look, which sees everything that was stored by then. */
    mark: () => stored,
    lookedAt: (mark: number) => {
      seen = mark
    },
    /** The bytes that may be stored since the last look. */
    bytes: () => stored - seen + underWay,
    /** The share of the bytes that a look left. Above 1 there is no room. */
    shareOf: (bytesLeft: number): number => {
      if (bytesLeft < 0) return Number.POSITIVE_INFINITY
      const bytes = stored - seen + underWay
      return bytes === 0 ? 0 : bytes / bytesLeft
    },
  }
}
