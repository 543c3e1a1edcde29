/** What a Redis sends, in the order in which it is read. */
export type Replies = {
  /** Returns a line without its end, and without the line feeds before it, by which Redis shows that it is alive. */
  line: () => Promise<string>
  /** Yields as many bytes. */
  exactly: (bytes: number) => AsyncGenerator<Buffer>
  /** Yields everything before a mark with which Redis pauses. */
  until: (mark: Buffer) => AsyncGenerator<Buffer>
}

const lineEnd = '\r\n'

/** Reads a connection, with no more in memory than what arrives at once. All reads throw if it ends too early. */
export function openReplies(connection: AsyncIterable<Buffer>): Replies {
  const pieces = connection[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await pieces.next()
    if (done) throw new Error('Redis ended the connection during the copy')
    held = held.length === 0 ? value : Buffer.concat([held, value])
  }
  /** Removes bytes from the beginning. */
  const take = (bytes: number) => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(taken.length)
    return taken
  }
  return {
    line: async () => {
      while (!held.includes(lineEnd)) await more()
      const line = take(held.indexOf(lineEnd) + lineEnd.length).toString()
      return line.trim()
    },
    async *exactly(bytes) {
      for (let left = bytes; left > 0; ) {
        if (held.length === 0) await more()
        const taken = take(left)
        left -= taken.length
        yield taken
      }
    },
    async *until(mark) {
      for (;;) {
        if (held.subarray(-mark.length).equals(mark)) break
        if (held.length > mark.length) yield take(held.length - mark.length)
        await more()
      }
      yield take(held.length - mark.length)
    },
  }
}
