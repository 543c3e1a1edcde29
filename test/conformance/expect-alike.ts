import type { Settings } from '@posthorn/db'
import { expect } from 'vitest'

type Comparable = { id: string; settings: Partial<Settings> }

export type Comparison<Case extends Comparable, Seen> = {
  cases: Case[]
  /** Makes the calls of cases with the same settings one after another, in a world with these settings. */
  replay: (settings: Case['settings'], cases: Case[]) => Promise<Map<Case, Seen>>
  /** Returns nothing if a reference did the same, otherwise the differences from each reference, by line. */
  check: (one: Case, seen: Seen) => string[]
  /** The ids of cases that differ on purpose. */
  knownDifferences: string[]
}

/** Fails for every unknown difference, and for every known difference that no longer exists. */
export async function expectAlike<Case extends Comparable, Seen>(
  comparison: Comparison<Case, Seen>,
): Promise<void> {
  const { cases, check, knownDifferences } = comparison
  const differing = new Map<string, string[]>()
  for (const [one, seen] of await replayAll(comparison)) {
    const lines = check(one, seen)
    if (lines.length > 0) differing.set(one.id, lines)
  }
  const unknown = [...differing].filter(([id]) => !knownDifferences.includes(id))
  const stale = knownDifferences.filter(id => !differing.has(id))
  const onPurpose = differing.size - unknown.length
  console.log(
    [
      `matched ${cases.length - differing.size}, differing on purpose ${onPurpose}, differing ${unknown.length}`,
      ...unknown.map(([id, lines]) => [id, ...lines].join('\n    ')),
      ...stale.map(id => `${id} no longer differs. Remove it from known-differences.ts.`),
    ].join('\n'),
  )
  expect(unknown.map(([id]) => id)).toEqual([])
  expect(stale).toEqual([])
}

/** Runs cases with the same settings in one world. */
async function replayAll<Case extends Comparable, Seen>({ cases, replay }: Comparison<Case, Seen>) {
  const seen: [Case, Seen][] = []
  const kinds = new Map(cases.map(one => [JSON.stringify(one.settings), one.settings]))
  for (const [json, settings] of kinds) {
    const alike = cases.filter(one => JSON.stringify(one.settings) === json)
    seen.push(...(await replay(settings, alike)))
  }
  return seen
}
