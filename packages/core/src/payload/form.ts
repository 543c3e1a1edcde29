import { maxFormFields } from '../limits.js'

/** Returns whether the media type is a form. Ignores parameters and case (docs/behaviour.md, sending). */
export function isForm(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return false
  const end = contentType.indexOf(';')
  const mediaType = end < 0 ? contentType : contentType.slice(0, end)
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

/** Returns a form's fields, or undefined if there are more than `maxFormFields`, each of which costs as much as a small body. */
export function fieldsOfForm(text: string): URLSearchParams | undefined {
  return hasTooManyFields(text) ? undefined : new URLSearchParams(text)
}

export function hasTooManyFields(text: string): boolean {
  return text.split('&', maxFormFields + 1).length > maxFormFields
}

/** Returns the first `payload` of a form body, otherwise of the URL's query; `undefined` if neither has one (docs/behaviour.md, sending). */
export function payloadField(
  body: Uint8Array,
  query: URLSearchParams | string | undefined,
  contentType?: string,
): string | undefined {
  const charset = declaresCharset(contentType) ? contentType : undefined
  const text = charset === undefined ? textOf(body) : bufferOf(body).toString('latin1') // one character per byte until the field is found
  for (const pair of text.split('&', maxFormFields)) {
    if (!pair.startsWith('payload=')) continue
    const value = withSpaces(pair.slice('payload='.length))
    const decoded = charset === undefined ? decode(value) : unescaped(value, 'latin1', charset)
    if (decoded !== undefined) return decoded
  }
  return new URLSearchParams(query).get('payload') ?? undefined
}

/** JSON that nobody encoded: a form never has a bare brace and quote. A percent sign may be the encoding of one of its values. */
const bareJson = /^\s*\{(?=[^%]*$)/

/**
 * What no encoder leaves as it is, in JSON that nobody encoded. Of JSON's own punctuation, only what has a space beside it counts,
 * because compact JSON may have texts whose spaces a sender replaced by hand.
 */
const neverEncoded = /[^\w\s.~*!'()+{}[\]:,"-]|[{[:,]\s|\s[}\]]/

/**
 * Turns each plus into a space, as forms are decoded. In JSON that was not encoded, a plus is a plus. Only between the words of
 * compact JSON it may be a space, and the reference reads it as one.
 */
function withSpaces(value: string): string {
  if (!value.includes('+')) return value
  if (!bareJson.test(value)) return value.replaceAll('+', ' ')
  return neverEncoded.test(value) ? value : value.replaceAll(/(?<=\w)\+(?=\w)/g, ' ')
}

/**
 * Describes why the field `payload` of a form has no JSON, if that is because it was not encoded: an `&` ends it, and a `%` must
 * be followed by digits.
 */
export function formMistake(body: Uint8Array): string | undefined {
  const text = textOf(body)
  const start = /(?:^|&)payload=/.exec(text)
  if (!start) return undefined
  const rest = text.slice(start.index + start[0].length)
  const [end, percent] = [rest.indexOf('&'), rest.search(/%(?![0-9a-f]{2})/i)]
  const isBroken = percent >= 0 && (end < 0 || percent < end)
  if (!isBroken && end < 0) return undefined
  const what = isBroken ? 'has a % without two hexadecimal digits' : 'ends at an &'
  return `The form field payload ${what}, so it was not encoded. ${encodeIt}`
}

const encodeIt =
  'Send JSON with Content-Type: application/json, or encode the field, as curl --data-urlencode does.'

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return unescaped(value, 'utf8') // the escaped bytes are not valid UTF-8, or a percent sign is broken
  }
}

/** Returns undefined for a pair with a broken percent sign, which the reference ignores too. */
function unescaped(value: string, encoding: 'utf8' | 'latin1', charset?: string): string | undefined {
  return /%(?![0-9a-f]{2})/i.test(value) ? undefined : textOf(bytesOf(value, encoding), charset)
}

const percent = 0x25

/** Decodes percent signs and keeps all other bytes. */
function bytesOf(value: string, encoding: 'utf8' | 'latin1'): Uint8Array {
  const bytes = Buffer.from(value, encoding)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    bytes[length++] = byte === percent ? 16 * digit(bytes[++at]) + digit(bytes[++at]) : byte
  }
  return bytes.subarray(0, length)
}

/** Returns a hex digit's value. `0` is 0x30. A letter of either case is 9 more than its last four bits. */
function digit(code = 0): number {
  return code < 0x40 ? code - 0x30 : (code & 0xf) + 9
}

/** The fields of a form, and the names of its files. */
export type FormParts = { fields: [name: string, value: string][]; files: string[] }

/** Returns fields by name, of which the first counts. */
export function firstOfEach(fields: Iterable<[name: string, value: string]>): Map<string, string> {
  return new Map([...fields].toReversed())
}

const maxParts = 100
const maxHeaderBytes = 8 * 1024

/** Returns whether the media type is multipart/form-data. */
export function isMultipart(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType)
}

/**
 * Reads multipart/form-data (RFC 7578): at most a hundred parts, in linear time. Files are not kept. Returns undefined if it
 * cannot be read.
 */
export function readMultipart(bytes: Uint8Array, contentType: string): FormParts | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return undefined
  const body = bufferOf(bytes)
  const parts: FormParts = { fields: [], files: [] }
  let at = body.indexOf(`--${boundary}`)
  for (let count = 0; at >= 0 && count <= maxParts; count++) {
    const start = at + boundary.length + '--'.length
    if (body.toString('latin1', start, start + 2) === '--') return parts
    at = body.indexOf(`\r\n--${boundary}`, start)
    if (at < 0) return undefined
    addPart(parts, body.subarray(start + '\r\n'.length, at))
    at += '\r\n'.length
  }
  return undefined
}

function addPart({ fields, files }: FormParts, part: Buffer): void {
  const end = part.indexOf('\r\n\r\n')
  if (end < 0 || end > maxHeaderBytes) return
  const header = part.toString('utf8', 0, end)
  const [disposition = ''] = /^content-disposition:[^\r\n]*/im.exec(header) ?? []
  const parameter = (name: string) => new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1]
  const name = parameter('name')
  const filename = parameter('filename')
  if (filename !== undefined) files.push(filename)
  else if (name !== undefined) fields.push([name, part.toString('utf8', end + '\r\n\r\n'.length)])
}

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
function declaresCharset(contentType: string | undefined): boolean {
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
