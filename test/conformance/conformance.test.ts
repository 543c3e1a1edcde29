import { expect, test } from 'vitest'
import { type Case, readCases } from './cases.js'
import { check } from './check.js'
import { intended } from './intended.js'
import { replay, type Seen } from './replay.js'

test('every observed request is answered and stored as the reference did, or differs on purpose', async () => {
  const cases = readCases()
  const differences = new Map<string, string[]>()
  for (const [one, seen] of await replayAll(cases)) differences.set(one.id, check(one, seen))

  const unlike = [...differences].filter(([, lines]) => lines.length > 0)
  const differing = unlike.filter(([id]) => !intended.has(id))
  const stale = [...intended.keys()].filter(id => !differences.get(id)?.length)
  const onPurpose = unlike.length - differing.length
  console.log(
    [
      `matched ${cases.length - unlike.length}, differing on purpose ${onPurpose}, differing ${differing.length}`,
      ...differing.map(([id, lines]) => [id, ...lines].join('\n    ')),
      ...stale.map(id => `${id} does not differ: it has no place in intended.ts`),
    ].join('\n'),
  )
  expect(differing.map(([id]) => id)).toEqual([])
  expect(stale).toEqual([])
})

/** Cases with the same settings share a world. */
async function replayAll(cases: Case[]): Promise<Map<Case, Seen>> {
  const settings = new Map(cases.map(one => [JSON.stringify(one.settings), one.settings]))
  const seen: [Case, Seen][] = []
  for (const [json, these] of settings)
    seen.push(
      ...(await replay(
        these,
        cases.filter(one => JSON.stringify(one.settings) === json),
      )),
    )
  return new Map(seen)
}
