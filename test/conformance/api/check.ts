import { fromAllReferences } from '../reference.js'
import type { Case, Observed } from './cases.js'
import { neverReturned, ours } from './known-differences.js'
import { fill } from './names.js'
import type { Seen } from './replay.js'

/** Returns nothing if a reference responded like this, otherwise the differences from each reference, by line. */
export function check(one: Case, seen: Seen): string[] {
  return checkWith({ fill, ours })(one, seen)
}

/** How to compare a body: the meaning of its placeholders, and the fields that only Posthorn has. */
type Comparing = { fill: (text: string) => string; ours: Set<string> }

/** Overrides placeholders and fields. */
export function checkWith(comparing: Comparing) {
  return (one: Case, seen: Seen): string[] =>
    fromAllReferences(one, observed => difference(observed, seen, comparing))
}

function difference({ status, error_id, body }: Observed, seen: Seen, { fill, ours }: Comparing): string[] {
  const answer = parsed(seen.body) as { id?: unknown } | undefined
  if (status !== seen.status) return [`expected ${status}, was ${seen.status} ${String(answer?.id ?? '')}`]
  if (error_id) return answer?.id === error_id ? [] : [`expected ${error_id}, was ${String(answer?.id)}`]
  const expected = parsed(fill(body ?? ''))
  return expected === undefined ? [] : diff(expected, answer, ours)
}

/** Returns undefined for a page, for nothing, and for a response that was cut too early. Reads a cut list as far as possible. */
function parsed(body: string): unknown {
  for (const text of [body, `${body.slice(0, body.lastIndexOf(',{'))}]`]) {
    try {
      return JSON.parse(text)
    } catch {
      // incomplete
    }
  }
  return undefined
}

/** Returns each place where `seen` has other fields or another kind of value, or another value if the call determines it. */
function diff(expected: unknown, seen: unknown, ours: Set<string>, place = 'body'): string[] {
  if (Array.isArray(expected) && Array.isArray(seen)) return diff(expected[0], seen[0], ours, `${place}[0]`)
  if (isObject(expected) && isObject(seen)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(seen)])
    for (const key of neverReturned) keys.delete(key)
    const shared = [...keys].filter(key => key in expected || !ours.has(key))
    return shared.flatMap(key => diff(expected[key], seen[key], ours, `${place}.${key}`))
  }
  if (typeof expected === typeof seen && (isByChance(expected) || expected === seen)) return []
  return [`${place}: expected ${JSON.stringify(expected)}, was ${JSON.stringify(seen)}`]
}

const someYearsAgoMs = 1_000_000_000_000

/** Times, and ids that the server generates. */
function isByChance(value: unknown): boolean {
  return typeof value === 'number' ? value > someYearsAgoMs : /^[a-z0-9]{26}$/.test(String(value))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
