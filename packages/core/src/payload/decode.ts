/**
 * Decodes a body as UTF-8, as UTF-16 if it has that byte order mark, or in the charset of its content type if that is known.
 * Replaces invalid bytes by U+FFFD and removes the byte order mark.
 */
export function textOf(body: Uint8Array, contentType?: string): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body)
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body)
  const decoder = declaredDecoder(contentType)
  if (decoder) return decoder.decode(body, { stream: true }) + decoder.decode() // in one call, Node 20 decodes € as a control character
  const text = bufferOf(body).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Returns the same bytes without copying them. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Returns whether the content type declares a known charset other than UTF-8. */
export function declaresCharset(contentType: string | undefined): boolean {
  return declaredDecoder(contentType) !== undefined
}

/** Returns a decoder for a declared charset other than UTF-8. An unknown charset is read as UTF-8. */
function declaredDecoder(contentType: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (!contentType?.includes(';')) return undefined // the usual case
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType) ?? []
  if (/^utf-?8$/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined // no such charset
  }
}
