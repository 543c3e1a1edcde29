import { expect, test } from 'vitest'
import { type Case, readCases } from './cases.js'
import { check } from './check.js'
import { intended } from './intended.js'
import { replay, type Seen } from './replay.js'

const aboutHooksAndPosts = /^api3\.(hook|post)_/

test('every observed call about users, sessions and teams is answered as the reference did, or differs on purpose', async () => {
  await expectAlike(readCases().filter(({ id }) => !aboutHooksAndPosts.test(id)))
})

test('every observed call about hooks and posts is answered as the reference did, or differs on purpose', async () => {
  await expectAlike(readCases().filter(({ id }) => aboutHooksAndPosts.test(id)))
})

async function expectAlike(cases: Case[]): Promise<void> {
  const differences = new Map<string, string[]>()
  for (const [one, seen] of await replayAll(cases)) differences.set(one.id, check(one, seen))

  const unlike = [...differences].filter(([, lines]) => lines.length > 0)
  const differing = unlike.filter(([id]) => !intended.has(id))
  const stale = cases.filter(({ id }) => intended.has(id) && !differences.get(id)?.length).map(({ id }) => id)
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
}

/** Cases with the same settings share a world. */
async function replayAll(cases: Case[]): Promise<Map<Case, Seen>> {
  const kinds = new Map(cases.map(one => [JSON.stringify(one.settings), one.settings]))
  const seen: [Case, Seen][] = []
  for (const [json, settings] of kinds)
    seen.push(
      ...(await replay(
        settings,
        cases.filter(one => JSON.stringify(one.settings) === json),
      )),
    )
  return new Map(seen)
}
