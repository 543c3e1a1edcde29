import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'

/**
 * A delivery from so many characters on is large: it goes to Redis compressed. Redis works on one write at a time, and
 * what is sent to a hook mostly repeats: logs and tables become a tenth or less, in the time that writing them as JSON takes.
 */
export const largeFromCharacters = 64 * 1024

const deflate = promisify(deflateRaw)
const fastest = { level: 1 }

/** The payload in fewer characters, made beside the event loop; nothing when it would not be half as long. */
export async function compress(payload: string): Promise<string | undefined> {
  const compressed = (await deflate(payload, fastest)).toString('base64')
  return compressed.length <= payload.length / 2 ? compressed : undefined
}

/** @throws when `compress` did not write it */
export function decompress(compressed: string): string {
  return inflateRawSync(Buffer.from(compressed, 'base64')).toString()
}
