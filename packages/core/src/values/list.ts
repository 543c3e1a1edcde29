import { isRecord, refuseKind } from './keys.js'
import type { PayloadRefusal } from './notes.js'
import { type Notes, refuse } from './notes.js'

/** The maximum length of a list, and the refusal of longer ones. */
export type Limit = { most: number; tooMany: PayloadRefusal }

/** One element of a list, and its path. */
export type Item = { raw: Record<string, unknown> | null; path: string }

/** Reads the objects of a sender's list. Checks the length first, so that a million empty objects cost nothing. */
export function readList(value: unknown, at: string, { most, tooMany }: Limit, notes: Notes): Item[] {
  if (!Array.isArray(value)) refuseKind(notes, at, 'an array', value)
  else if (value.length > most) {
    refuse(notes, tooMany, `${at} has ${value.length} elements. At most ${most} are allowed.`)
  } else return value.flatMap((raw, index) => readItem(raw, `${at}[${index}]`, notes))
  return []
}

function readItem(raw: unknown, path: string, notes: Notes): Item[] {
  if (raw === null || isRecord(raw)) return [{ raw, path }]
  refuseKind(notes, path, 'an object', raw)
  return []
}
