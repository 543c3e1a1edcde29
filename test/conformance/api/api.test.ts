import { test } from 'vitest'
import { expectAlike } from '../expect-alike.js'
import { readCases } from './cases.js'
import { check } from './check.js'
import { knownDifferences } from './known-differences.js'
import { replay } from './replay.js'

const ofHooksAndPosts = (id: string) => /^api3\.(hook|post)_/.test(id)

test('every observed call about users, sessions and teams matches the reference or differs on purpose', () =>
  expectAlikeWhere(id => !ofHooksAndPosts(id)))

test('every observed call about hooks and posts matches the reference or differs on purpose', () =>
  expectAlikeWhere(ofHooksAndPosts))

function expectAlikeWhere(included: (id: string) => boolean): Promise<void> {
  const cases = readCases().filter(({ id }) => included(id))
  return expectAlike({ cases, replay, check, knownDifferences: knownDifferences.filter(included) })
}
