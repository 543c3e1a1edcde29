import { isRecord, parseExactly } from '@posthorn/core'
import { below } from './values.js'

/** A field that a template uses and that the JSON does not have, with its keys from the root. */
export type LackedField = { name: string; keys: string[] }

/** The longest name of a field that is noted. */
export const maxFieldLength = 200

/** Returns a path as templates write it. */
export function fieldPath(keys: string[]): string {
  const parts = keys.map(key =>
    /^[^\s|"'=!<>()[\]{}.]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
  )
  return parts.join('').replace(/^\./, '')
}

/** Fields of one delivery that are noted. */
export const maxLackedFields = 20

/** Earlier deliveries of a kind that must have had a field, so that its absence counts as a loss. */
const leastEarlier = 5

/**
 * Judges why a field is absent. `lost`: all earlier JSON of the same kind had it. `optional`: some had not. `unknown`: there is too
 * little of it. JSON is of the same kind if it has the same names at its top, without the field's own.
 */
export function judgeAbsence(
  json: string,
  earlier: string[],
  { keys }: LackedField,
): 'lost' | 'optional' | 'unknown' {
  const kind = kindOf(json, keys)
  const alike = earlier.filter(each => kindOf(each, keys) === kind)
  if (alike.some(each => keys.reduce<unknown>(below, parsed(each)) === undefined)) return 'optional'
  return alike.length < leastEarlier ? 'unknown' : 'lost'
}

function kindOf(json: string, [own]: string[]): string {
  const value = parsed(json)
  if (!isRecord(value)) return ''
  return JSON.stringify(
    Object.keys(value)
      .filter(name => name !== own)
      .toSorted(),
  )
}

function parsed(json: string): unknown {
  try {
    return parseExactly(json)
  } catch {
    return undefined // a payload that was repaired
  }
}
