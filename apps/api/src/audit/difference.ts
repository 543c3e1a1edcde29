import { isDeepStrictEqual } from 'node:util'
import type { AuditState } from '@posthorn/db'

type BeforeAndAfter = { before: AuditState | null; after: AuditState | null }

/** Returns the fields that differ between before and after. New and deleted objects are returned whole. */
export function difference({ before, after }: BeforeAndAfter): BeforeAndAfter {
  if (before === null || after === null) return { before, after }
  const changed = Object.keys(after).filter(name => !isDeepStrictEqual(before[name], after[name]))
  const only = (state: AuditState) => Object.fromEntries(changed.map(name => [name, state[name] ?? null]))
  return { before: only(before), after: only(after) }
}
