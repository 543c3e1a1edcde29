import {
  checkNesting,
  type FormParts,
  fieldsOfForm,
  firstOfEach,
  isForm,
  isMultipart,
  isRecord,
  readMultipart,
  textOf,
} from '@posthorn/core'

/**
 * A file of a form that was stored. `field`: the name of its part, such as `files[0]`. `pixels`: the size of a picture with a
 * thumbnail.
 */
export type StoredFormFile = {
  field: string
  id: string
  name: string
  size: number
  type: string
  pixels?: { width: number; height: number }
}

/** A form whose files are stored. `sha256`: of the file, in hexadecimal. */
export type StoredForm = {
  fields: [name: string, value: string][]
  files: (StoredFormFile & { sha256: string })[]
}

/** Fields that a form may have instead of JSON, as Discord reads them. */
const ownFields = ['content', 'username', 'avatar_url']

/**
 * Returns the JSON of a form made for Discord: `payload_json`, or a field each. The names of its files become `attachments`, so
 * that they can be reported. Undefined for other bodies.
 */
export function chatFormJson(body: Uint8Array, contentType: string | undefined): string | undefined {
  const parts = partsOf(body, contentType)
  const json = parts && jsonOf(firstOfEach(parts.fields), parts.files)
  return parts === undefined || json === undefined || parts.files.length === 0
    ? json
    : withAttachments(json, () => parts.files.map(filename => ({ filename })))
}

/** Returns whether a multipart form has a file. */
export function formHasFiles(body: Uint8Array, contentType: string | undefined): boolean {
  return (readMultipart(body, contentType ?? '')?.files.length ?? 0) > 0
}

function partsOf(body: Uint8Array, contentType = ''): FormParts | undefined {
  if (isMultipart(contentType)) return readMultipart(body, contentType)
  if (!isForm(contentType)) return undefined
  const fields = fieldsOfForm(textOf(body, contentType))
  return fields && { fields: [...fields].toReversed(), files: [] }
}

function jsonOf(fields: Map<string, string>, files: unknown[]): string | undefined {
  const json = fields.get('payload_json')
  if (json !== undefined) return json
  const values = ownFields.flatMap(name => (fields.has(name) ? [[name, fields.get(name)]] : []))
  return values.length > 0 || files.length > 0 ? JSON.stringify(Object.fromEntries(values)) : undefined
}

/**
 * Returns the JSON of a form made for Discord whose files were stored: each is an attachment with its file's id, next to what the
 * JSON says about it by its number. Undefined if the form has neither JSON nor a field of Discord.
 */
export function storedFormJson(
  fields: Iterable<[name: string, value: string]>,
  files: StoredFormFile[],
): string | undefined {
  const json = jsonOf(firstOfEach(fields), files)
  return json === undefined || files.length === 0
    ? json
    : withAttachments(json, given => stored(given, files))
}

/** Returns what an idempotency key stands for: the same payload with the same files, whose ids differ. */
export function comparedFormJson(json: string, files: StoredForm['files']): string {
  return files.reduce((text, { id, sha256 }) => text.replaceAll(id, sha256), json)
}

function stored(given: unknown[], files: StoredFormFile[]): unknown[] {
  const numbers = new Set(files.map(numberOf))
  const about = (file: StoredFormFile) =>
    given.find(one => isRecord(one) && String(one.id) === numberOf(file)) as object | undefined
  return [
    ...files.map(file => ({
      ...about(file),
      ...{ id: file.id, filename: file.name, size: file.size, content_type: file.type, ...file.pixels },
    })),
    ...given.filter(one => isRecord(one) && !numbers.has(String(one.id))),
  ]
}

const numberOf = ({ field }: StoredFormFile) => /^files?\[(\d+)\]$/.exec(field)?.[1]

/** Leaves JSON that cannot be read to its reader. */
function withAttachments(json: string, change: (given: unknown[]) => unknown[]): string {
  if (checkNesting(json) !== undefined) return json
  try {
    const value: unknown = JSON.parse(json)
    if (!isRecord(value)) return json
    const given = Array.isArray(value.attachments) ? value.attachments : []
    return JSON.stringify({ ...value, attachments: change(given) })
  } catch {
    return json
  }
}
