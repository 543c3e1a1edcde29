import { isRecord, parseExactly } from '@posthorn/core'
import { below, keysOf } from './values.js'

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

/** Why a field is absent. */
export type Absence = 'lost' | 'optional' | 'unknown'

/**
 * Returns a function that judges why a field is absent in `json`. `lost`: all earlier JSON of the same kind had it. `optional`:
 * some had not. `unknown`: there is too little of it. JSON is of the same kind if it has the same names at its top, without the
 * field's own. Each text is parsed once, whatever the number of fields.
 */
export function absenceJudge(json: string, earlier: string[]): (field: LackedField) => Absence {
  const now = parsed(json)
  const compared = earlier.map(parsed).map(value => ({ value, differing: differingNames(now, value) }))
  return ({ keys }) => {
    const alike = compared.filter(({ differing }) => differing?.every(name => name === keys[0]))
    if (alike.some(({ value }) => keys.reduce<unknown>(below, value) === undefined)) return 'optional'
    return alike.length < leastEarlier ? 'unknown' : 'lost'
  }
}

/** Returns the names that only one of two objects has at its top, at most two; undefined if only one value is an object. */
function differingNames(one: unknown, other: unknown): string[] | undefined {
  if (!isRecord(one) || !isRecord(other)) return isRecord(one) === isRecord(other) ? [] : undefined
  const differing: string[] = []
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    for (const name of keysOf(from)) {
      if (!Object.hasOwn(to, name)) differing.push(name)
      if (differing.length > 1) return differing
    }
  return differing
}

function parsed(json: string): unknown {
  try {
    return parseExactly(json)
  } catch {
    return undefined // a payload that was repaired
  }
}
