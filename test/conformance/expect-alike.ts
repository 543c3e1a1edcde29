import type { Settings } from '@posthorn/db'
import { expect } from 'vitest'

type Comparable = { id: string; settings: Partial<Settings> }

export type Comparison<Case extends Comparable, Seen> = {
  cases: Case[]
  /** Makes the calls of cases that have the same settings one after another, in a world with these settings. */
  replay: (settings: Case['settings'], cases: Case[]) => Promise<Map<Case, Seen>>
  /** Nothing when a reference did what was seen; else, line by line, what differs from each of them. */
  check: (one: Case, seen: Seen) => string[]
  /** The ids of cases that differ on purpose. */
  knownDifferences: string[]
}

/** Fails with every case that differs and is not known to, and with every known difference that is none any more. */
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
      ...stale.map(id => `${id} does not differ: it has no place in known-differences.ts`),
    ].join('\n'),
  )
  expect(unknown.map(([id]) => id)).toEqual([])
  expect(stale).toEqual([])
}

/** Cases with the same settings share a world. */
async function replayAll<Case extends Comparable, Seen>({ cases, replay }: Comparison<Case, Seen>) {
  const seen: [Case, Seen][] = []
  const kinds = new Map(cases.map(one => [JSON.stringify(one.settings), one.settings]))
  for (const [json, settings] of kinds) {
    const alike = cases.filter(one => JSON.stringify(one.settings) === json)
    seen.push(...(await replay(settings, alike)))
  }
  return seen
}
