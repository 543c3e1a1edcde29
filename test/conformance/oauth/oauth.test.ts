import { test } from 'vitest'
import type { Case } from '../api/cases.js'
import { checkWith } from '../api/check.js'
import { expectAlike } from '../expect-alike.js'
import { readRecorded } from '../reference.js'
import { knownDifferences, ours } from './known-differences.js'
import { fillOAuth } from './names.js'
import { replay } from './replay.js'

/** Codes, and the issuer, which is ours (RFC 9207). */
const withoutChance = (body: string) => body.replace(/code=\w+/g, 'code=…').replace(/&iss=[^"&]*/g, '')

/** Whether a secret is shown does not depend on chance. */
const shown = { '<CLIENT_SECRET>': 'the secret' }

const check = checkWith({ fill: text => withoutChance(fillOAuth(text, shown)), ours })

test('every observed call about apps and their tokens matches the reference or differs on purpose', () =>
  expectAlike({
    cases: readRecorded<Case>(new URL('cases.jsonl', import.meta.url)),
    replay,
    check: (one, seen) => check(one, { ...seen, body: withoutChance(seen.body) }),
    knownDifferences,
  }))
