/**
 * The text in a body: UTF-8, or UTF-16 when its byte order mark says so, or what its content type declares, as far as
 * anybody knows that charset. Wrong bytes become U+FFFD; the mark goes.
 */
export function textOf(body: Uint8Array, contentType?: string): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body)
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body)
  const decoder = declaredDecoder(contentType)
  if (decoder) return decoder.decode(body, { stream: true }) + decoder.decode() // at once, Node 20 takes € for a control
  const text = bufferOf(body).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** The same bytes, not copied. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Whether the content type declares a charset that is known and is not UTF-8. */
export function declaresCharset(contentType: string | undefined): boolean {
  return declaredDecoder(contentType) !== undefined
}

/** Of a charset that is declared and is not UTF-8; an unknown one is read as UTF-8. */
function declaredDecoder(contentType: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  if (!contentType?.includes(';')) return undefined // as nearly always
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType) ?? []
  if (/^utf-?8$/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined // no such charset
  }
}
