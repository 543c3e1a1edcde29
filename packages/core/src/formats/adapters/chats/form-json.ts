import { textOf } from '../../../payload/decode.js'
import { isForm } from '../../../payload/form.js'
import { type FormParts, isMultipart, readMultipart } from '../../../payload/multipart.js'
import { isRecord } from '../../../values/keys.js'

/** Fields that a form may have instead of JSON, as Discord reads them. */
const ownFields = ['content', 'username', 'avatar_url']

/**
 * Returns the JSON of a form made for Discord: `payload_json`, or a field each. The names of its files become `attachments`, so
 * that they can be reported. Undefined for other bodies.
 */
export function chatFormJson(body: Uint8Array, contentType: string | undefined): string | undefined {
  const parts = partsOf(body, contentType)
  const json = parts && jsonOf(parts)
  return parts === undefined || json === undefined || parts.files.length === 0
    ? json
    : withFiles(json, parts.files)
}

function partsOf(body: Uint8Array, contentType = ''): FormParts | undefined {
  if (isMultipart(contentType)) return readMultipart(body, contentType)
  if (!isForm(contentType)) return undefined
  return { fields: new Map(new URLSearchParams(textOf(body, contentType))), files: [] }
}

function jsonOf({ fields, files }: FormParts): string | undefined {
  const json = fields.get('payload_json')
  if (json !== undefined) return json
  const values = ownFields.flatMap(name => (fields.has(name) ? [[name, fields.get(name)]] : []))
  return values.length > 0 || files.length > 0 ? JSON.stringify(Object.fromEntries(values)) : undefined
}

/** Leaves JSON that cannot be read to its reader. */
function withFiles(json: string, files: string[]): string {
  try {
    const value: unknown = JSON.parse(json)
    const attachments = files.map(filename => ({ filename }))
    return isRecord(value) ? JSON.stringify({ ...value, attachments }) : json
  } catch {
    return json
  }
}
