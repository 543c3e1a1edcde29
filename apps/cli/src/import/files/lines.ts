/** Longer lines are skipped. A message of a chat has at most tens of kilobytes. */
const maxLineBytes = 16 * 1024 * 1024
const newline = 0x0a

/** A line with its number, from 1. Undefined text: it is too long. `isCut`: the last line has no end. */
export type Line = { number: number; text: string | undefined; isCut: boolean }

/** Splits bytes into lines, of which it holds only one at a time. */
export async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let [bytes, number] = [0, 0]
  const line = (isCut: boolean): Line => {
    const text = bytes > maxLineBytes ? undefined : Buffer.concat(pieces).toString('utf8')
    pieces = []
    bytes = 0
    return { number: ++number, text, isCut }
  }
  const keep = (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= maxLineBytes) pieces.push(piece)
    else pieces = []
  }
  for await (const part of parts) {
    let from = 0
    for (let end = part.indexOf(newline); end >= 0; end = part.indexOf(newline, from)) {
      keep(part.subarray(from, end))
      yield line(false)
      from = end + 1
    }
    keep(part.subarray(from))
  }
  if (bytes > 0) yield line(true)
}
