import { test } from 'vitest'
import { expectAlike } from '../expect-alike.js'
import { readCases } from './cases.js'
import { check } from './check.js'
import { knownDifferences } from './known-differences.js'
import { replay } from './replay.js'

test("every observed webhook is answered and stored like the reference's or differs on purpose", () =>
  expectAlike({ cases: readCases(), replay, check, knownDifferences }))
