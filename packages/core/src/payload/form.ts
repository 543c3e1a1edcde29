import { bufferOf, declaresCharset, textOf } from './decode.js'

/** Whether the media type says form; its parameters and odd spellings do not matter (docs/behaviour.md, sending). */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return false
  const end = contentType.indexOf(';')
  const mediaType = end < 0 ? contentType : contentType.slice(0, end)
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** The first `payload` of a form body, else of the URL's query (docs/behaviour.md, sending); `undefined` when neither has one. */
export function payloadField(
  body: Uint8Array,
  query: URLSearchParams | string | undefined,
  contentType?: string,
): string | undefined {
  const charset = declaresCharset(contentType) ? contentType : undefined
  const text = charset === undefined ? textOf(body) : bufferOf(body).toString('latin1') // a byte a character, until the field is known
  for (const pair of text.split('&')) {
    if (!pair.startsWith('payload=')) continue
    const value = pair.slice('payload='.length).replaceAll('+', ' ')
    const decoded = charset === undefined ? decode(value) : unescaped(value, 'latin1', charset)
    if (decoded !== undefined) return decoded
  }
  return new URLSearchParams(query).get('payload') ?? undefined
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return unescaped(value, 'utf8') // what is behind its percent signs is not UTF-8, or nothing
  }
}

/** A pair with a broken percent sign is as if it were not there, as in the reference. */
function unescaped(value: string, encoding: 'utf8' | 'latin1', charset?: string): string | undefined {
  return /%(?![0-9a-f]{2})/i.test(value) ? undefined : textOf(bytesOf(value, encoding), charset)
}

const percent = 0x25

/** What stands behind percent signs, and all else as it is. */
function bytesOf(value: string, encoding: 'utf8' | 'latin1'): Uint8Array {
  const bytes = Buffer.from(value, encoding)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    bytes[length++] = byte === percent ? 16 * digit(bytes[++at]) + digit(bytes[++at]) : byte
  }
  return bytes.subarray(0, length)
}

/** `0` is 0x30; letters, capital or not, are 9 more than their last four bits. */
function digit(code = 0): number {
  return code < 0x40 ? code - 0x30 : (code & 0xf) + 9
}
