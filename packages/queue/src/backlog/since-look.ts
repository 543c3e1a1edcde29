/** What a payload takes in Redis at most for each byte, as JSON in JSON, and beside that. */
const bytesPerByte = 2
const bytesBeside = 512

/** How many bytes of Redis's memory a payload takes at most. */
export function storedBytes(payloadBytes: number): number {
  return payloadBytes * bytesPerByte + bytesBeside
}

/** Counts the bytes that a process has stored, or is storing, since a look at Redis that may not have seen them. */
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
    /** Before a look: whatever is stored by now will be seen by it. */
    mark: () => stored,
    lookedAt: (mark: number) => {
      seen = mark
    },
    /** How much is taken of the bytes that a look left: above 1 there is no room. */
    shareOf: (bytesLeft: number): number => {
      if (bytesLeft < 0) return Number.POSITIVE_INFINITY
      const bytes = stored - seen + underWay
      return bytes === 0 ? 0 : bytes / bytesLeft
    },
  }
}
