import type { ImportedObject, RefusalName } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { refusals } from '../../refusals/index.js'

/** An import. `isTrial`: nothing is written. */
export type Importing = { deps: ApiDeps; caller: { user: User }; source: string; isTrial: boolean }

/** What is to become of an object, before anything is written. `create` returns why it failed, or undefined. */
export type Decision =
  | { outcome: 'known'; id: string }
  | { outcome: 'matched'; id: string; reason: string }
  | { outcome: 'skipped'; reason: string }
  | { outcome: 'new'; id: string; create: () => Promise<string | undefined> }

/** Decides about one object after another, so that each sees those before it, and creates the new ones unless it `isTrial`. */
export async function importEach<Row extends { id: string }>(
  rows: Row[],
  isTrial: boolean,
  decide: (row: Row) => Promise<Decision>,
): Promise<ImportedObject[]> {
  const results: ImportedObject[] = []
  for (const row of rows) results.push({ key: row.id, ...(await carryOut(await decide(row), isTrial)) })
  return results
}

async function carryOut(decision: Decision, isTrial: boolean): Promise<Omit<ImportedObject, 'key'>> {
  if (decision.outcome !== 'new') return { id: '', reason: '', ...decision }
  const { id, create } = decision
  const reason = isTrial ? undefined : await create()
  return reason === undefined ? { id, outcome: 'created', reason: '' } : { id: '', ...skipped(reason) }
}

export const skipped = (reason: string) => ({ outcome: 'skipped', reason }) as const

/** Skips an object for the same reason for which its own call would refuse it. */
export const skippedAs = (refusal: RefusalName) => skipped(refusals[refusal].message)
