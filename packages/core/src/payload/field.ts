import { maxFields } from '../limits.js'
import { cleanText, cleanValue } from '../values/clean.js'
import { type Keys, readKeys, refuseKind, stringInto } from '../values/keys.js'
import { readList } from '../values/list.js'
import { type Notes, refuse } from '../values/notes.js'

/** One row of an attachment's table (docs/behaviour.md, payload). */
export type AttachmentField = { title: string; value: string | null; short: boolean }

const keys: Keys<AttachmentField> = new Map([
  ['title', stringInto('title')],
  ['value', readValue],
  ['short', readShort],
])

export const fieldKeys = [...keys.keys()]

/** Reads an attachment's fields without null ones. Returns `null` if none is left (docs/behaviour.md, payload). */
export function readFields(value: unknown, at: string, notes: Notes): AttachmentField[] | null {
  const fields: AttachmentField[] = []
  for (const { raw, path } of readList(value, at, { most: maxFields, tooMany: 'too_many_fields' }, notes)) {
    const field: AttachmentField = { title: '', value: null, short: false }
    if (raw !== null) fields.push(readKeys(field, raw, keys, `${path}.`, notes))
  }
  return fields.length > 0 ? fields : null
}

/** Reads numbers and booleans as JavaScript writes them, objects and arrays as JSON (docs/behaviour.md, payload). */
function readValue(field: AttachmentField, value: unknown, at: string, notes: Notes): void {
  if (typeof value === 'string') field.value = cleanText(value)
  else if (typeof value !== 'object') field.value = String(value)
  else {
    const clean = cleanValue(value)
    if (clean === undefined) refuse(notes, 'props_too_long', `${at} is too large or nested too deeply.`)
    else field.value = JSON.stringify(clean)
  }
}

/** Also accepts `"true"`, which some senders write (docs/behaviour.md, payload). */
function readShort(field: AttachmentField, value: unknown, at: string, notes: Notes): void {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') field.short = true
  else if (word === false || word === 'false') field.short = false
  else refuseKind(notes, at, 'true or false', value)
}
