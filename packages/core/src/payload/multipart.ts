import { bufferOf } from './form.js'

/** The fields of a form, and the names of its files. */
export type FormParts = { fields: [name: string, value: string][]; files: string[] }

/** Returns fields by name, of which the first counts. */
export function firstOfEach(fields: Iterable<[name: string, value: string]>): Map<string, string> {
  return new Map([...fields].toReversed())
}

const maxParts = 100
const maxHeaderBytes = 8 * 1024

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
