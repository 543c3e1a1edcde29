import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

/**
 * A delivery from so many characters on is large: it goes to Redis compressed. Redis works on one write at a time, and
 * what is sent to a hook mostly repeats: logs and tables become a fifth or less, in the time that writing them as JSON takes.
 */
export const largeFromCharacters = 64 * 1024

const deflate = promisify(deflateRaw)
const fastest = { level: 1 }
/** Of the four threads that a process has for such work: the others are for passwords and for what comes gzipped. */
const maxAtOnce = 2
let underWay = 0

/**
 * The payload in fewer characters, made beside the event loop; nothing when it would not be half as long, or when two are
 * being compressed: it goes as it came then, and nothing waits here.
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

/** @throws when `compress` did not write it */
export function decompress(compressed: string): string {
  return inflateRawSync(Buffer.from(compressed, 'base64')).toString()
}
