import { textOf } from './decode.js'

/** Whether the media type says form; its parameters and odd spellings do not matter (docs/behaviour.md, sending). */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return false
  const end = contentType.indexOf(';')
  const mediaType = end < 0 ? contentType : contentType.slice(0, end)
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** The first `payload` of a form body, else of the URL's query (docs/behaviour.md, sending); `undefined` when neither has one. */
export function payloadField(
  body: string,
  query: URLSearchParams | string | undefined,
  contentType?: string,
): string | undefined {
  for (const pair of body.split('&')) {
    if (!pair.startsWith('payload=')) continue
    const value = decode(pair.slice('payload='.length).replaceAll('+', ' '), contentType)
    if (value !== undefined) return value
  }
  return new URLSearchParams(query).get('payload') ?? undefined
}

/** A pair with a broken percent sign is as if it were not there, as in the reference. */
function decode(value: string, contentType: string | undefined): string | undefined {
  if (!value.includes('%')) return value
  return /%(?![0-9a-f]{2})/i.test(value) ? undefined : textOf(bytesOf(value), contentType)
}

const percent = 0x25

/** What stands behind percent signs, and all else as it is. */
function bytesOf(value: string): Uint8Array {
  const bytes = Buffer.from(value, 'utf8')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const isEscape = bytes[at] === percent
    bytes[length++] = isEscape
      ? Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16)
      : (bytes[at] as number)
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}
