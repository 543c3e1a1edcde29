/** Says what the limit is, and how much was sent, if that is known. */
export function sizeWords(limitBytes: number, sentBytes?: number): string {
  const limit = `The limit is ${inBytes(limitBytes)}.`
  return sentBytes === undefined ? limit : `${limit} You sent ${inBytes(sentBytes)}.`
}

export type SizeHeaders = { 'content-length'?: string | undefined; 'content-encoding'?: string | undefined }

/** Says the same of a body, whose headers may have its length. */
export function bodySizeWords(headers: SizeHeaders, limitBytes: number): string {
  const bytes = Number(headers['content-length'] ?? 0)
  if (bytes > limitBytes) return sizeWords(limitBytes, bytes)
  const isInflated = headers['content-encoding'] !== undefined
  return isInflated ? `The limit is ${inBytes(limitBytes)} after decompression.` : sizeWords(limitBytes)
}

const inBytes = (bytes: number) => `${bytes.toLocaleString('en')} bytes`
