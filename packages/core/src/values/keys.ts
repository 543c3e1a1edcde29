import { cleanText } from './clean.js'
import { ignore, type Notes, type PayloadRefusal, refuse } from './notes.js'

/** Reads one value of a sender's object into `target`. `at` is its path, for the sender. */
export type ReadInto<T> = (target: T, value: unknown, at: string, notes: Notes) => void

/** The effective keys, in lowercase. A Map, because it has no inherited keys such as `constructor`. */
export type Keys<T> = ReadonlyMap<string, ReadInto<T>>

/**
 * Reads a sender's object key by key, as Go's decoder does (docs/behaviour.md, values): case does not matter, the last
 * duplicate wins, and `null` counts as absent. Unknown keys are recorded as ignored.
 */
export function readKeys<T>(target: T, raw: object, keys: Keys<T>, path: string, notes: Notes): T {
  for (const [key, value] of Object.entries(raw)) {
    const read = keys.get(key) ?? keys.get(key.toLowerCase())
    if (read === undefined) ignore(notes, path + key)
    else if (value !== null) read(target, value, path + key, notes)
  }
  return target
}

/** Returns a reader of strings into `name`. */
export function stringInto<K extends string>(name: K): ReadInto<Record<K, string>> {
  return (target, value, at, notes) => {
    if (typeof value === 'string') target[name] = cleanText(value)
    else refuseKind(notes, at, 'a string', value)
  }
}

export function refuseKind(notes: Notes, at: string, wanted: string, value: unknown): void {
  refuse(notes, 'unreadable', `${at} must be ${wanted}, not ${kindOf(value)}.`)
}

/** Returns the kind of a JSON value in words, for the sender. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The maximum length of a list, and the refusal of longer ones. */
type Limit = { most: number; tooMany: PayloadRefusal }

/** One element of a list, and its path. */
type Item = { raw: Record<string, unknown> | null; path: string }

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
