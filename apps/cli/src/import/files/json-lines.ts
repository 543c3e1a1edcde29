import type { Skip } from '../source.js'

type Json = Record<string, unknown>

/** The type of a line, which begins with it, so that other lines need not be parsed. */
const typeAtStart = /^\s*\{\s*"type"\s*:\s*"([a-z_]+)"/

type TypedLine = { type: string; line: Json; number: number }

type Reading = {
  /** Lines of other types are passed over, mostly without being parsed. */
  wanted: (type: string) => boolean
  /** Gets wanted lines that cannot be read. */
  skip: Skip
  /** Whether `skip` also gets lines whose type cannot be read. */
  isFirst: boolean
}

/** Reads JSON lines, each an object with a `type`. */
export async function* jsonLines(
  parts: AsyncIterable<Buffer>,
  { wanted, skip, isFirst }: Reading,
): AsyncGenerator<TypedLine> {
  for await (const { number, text, isCut } of linesOf(parts)) {
    const known = typeAtStart.exec(text ?? '')?.[1]
    if (text?.trim() === '' || (known !== undefined && !wanted(known))) continue
    const line = text === undefined ? undefined : objectIn(text)
    const type = line?.type
    if (line && typeof type === 'string') {
      if (wanted(type)) yield { type, line, number }
    } else if (known !== undefined || isFirst) skip('line', `${number}`, whyUnread(text, isCut))
  }
}

function whyUnread(text: string | undefined, isCut: boolean): string {
  if (text === undefined) return 'The line is too long.'
  return isCut ? 'The last line is cut off.' : 'The line is no JSON object with a type.'
}

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

/** Longer lines are skipped. A message of a chat has at most tens of kilobytes. */
const maxLineBytes = 16 * 1024 * 1024
const newline = 0x0a

/** A line with its number, from 1. Undefined text: it is too long. `isCut`: the last line has no end. */
type Line = { number: number; text: string | undefined; isCut: boolean }

/** Splits bytes into lines, of which it holds only one at a time. */
async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Line> {
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
