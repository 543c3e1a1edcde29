import type { IncomingHttpHeaders } from 'node:http'

/** Says how large something rejected is, as far as that is known, and what the limit is. */
export function sizeWords(limitBytes: number, bytes?: number): string {
  const size = bytes === undefined ? 'more' : inBytes(bytes)
  return `The limit is ${inBytes(limitBytes)}, and it has ${size}.`
}

/** Says this of a body. Its headers may say its size. */
export function bodySizeWords(headers: IncomingHttpHeaders, limitBytes: number): string {
  const bytes = Number(headers['content-length'] ?? 0)
  if (bytes > limitBytes) return sizeWords(limitBytes, bytes)
  const isInflated = headers['content-encoding'] !== undefined
  return isInflated ? `${sizeWords(limitBytes)} Both are without compression.` : sizeWords(limitBytes)
}

const inBytes = (bytes: number) => `${bytes.toLocaleString('en')} bytes`
