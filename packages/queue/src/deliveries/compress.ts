import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

/**
 * Deliveries of at least this length are stored compressed. Redis works on one write at a time, and logs and
 * tables shrink to a fifth or less, in the time that encoding them as JSON takes.
 */
export const largeFromCharacters = 64 * 1024

const deflate = promisify(deflateRaw)
const fastest = { level: 1 }
/** A process has four threads for such work. The others are for passwords and gzipped bodies. */
const maxAtOnce = 2
let underWay = 0

/**
 * Compresses a payload next to the event loop. Returns undefined if the result is not at most half as long,
 * or if two payloads are being compressed: the payload is then stored as it came, and nothing waits here.
 */
export async function compress(payload: string): Promise<string | undefined> {
  if (underWay >= maxAtOnce) return undefined
  underWay++
  try {
    const compressed = (await deflate(payload, fastest)).toString('base64')
    return compressed.length <= payload.length / 2 ? compressed : undefined
  } finally {
    underWay--
  }
}

/** @throws if `compress` did not write it */
export function decompress(compressed: string): string {
  return inflateRawSync(Buffer.from(compressed, 'base64')).toString()
}
