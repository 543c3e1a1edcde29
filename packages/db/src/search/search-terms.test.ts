import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectLinear } from '../../../core/src/testing.js'
import { type PostSearch, readPostSearch } from './search-terms.js'

const nothing: PostSearch = { terms: [], from: [], channels: [], has: [] }

test.each<[typed: string, search: Partial<PostSearch>]>([
  ['', {}],
  ['Build failed', { terms: [word('Build'), word('failed')] }],
  ['"build failed" now', { terms: [{ kind: 'phrase', text: 'build failed' }, word('now')] }],
  ['from:Ann in:builds failed', { from: ['ann'], channels: ['builds'], terms: [word('failed')] }],
  ['from: @ann channel:~builds IN:#x', { from: ['ann'], channels: ['builds', 'x'] }],
  ['from:ann from:bob', { from: ['ann', 'bob'] }],
  ['from:', {}],
  [
    'deploy* #release',
    {
      terms: [
        { kind: 'prefix', text: 'deploy' },
        { kind: 'hashtag', text: '#release' },
      ],
    },
  ],
  ['(failed), !! * # "" " "', { terms: [word('failed')] }],
  ['#42 don’t a.b-c', { terms: [word('42'), word('don’t'), word('a.b-c')] }],
  ['"open', { terms: [word('open')] }],
  ['http://x.org/a', { terms: [word('http://x.org/a')] }],
  ['has:link HAS: Code x', { has: ['link', 'code'], terms: [word('x')] }],
  ['has:cake has:', { terms: [word('has:cake'), word('has')] }],
  ['after:2026-01-31 before:2026-02-02', { fromMs: Date.UTC(2026, 1, 1), toMs: Date.UTC(2026, 1, 2) }],
  ['before:2026-02-30 after:noon', { terms: [word('before:2026-02-30'), word('after:noon')] }],
])('%s', (typed, search) => {
  expect(readPostSearch(typed)).toEqual({ ...nothing, ...search })
})

test('law: each term has a letter or digit and comes from the search', () => {
  const hold = (typed: string) => {
    for (const { text } of readPostSearch(typed).terms) {
      expect(text).toMatch(/[\p{L}\p{N}]/u)
      expect(typed).toContain(text)
    }
  }
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', 'from:', 'in:', '*', '#', ' ', 'a'),
  )
  fc.assert(
    fc.property(
      fc.array(part).map(parts => parts.join('')),
      hold,
    ),
  )
})

function word(text: string) {
  return { kind: 'word', text } as const
}

test.each(['.', '*', 'a ', '"a" ', 'from:', '-'])(
  'law: twice the characters of %j take about twice the time',
  unit => {
    expectLinear(length => readPostSearch(`a${unit.repeat(Math.ceil(length / unit.length))}a`))
  },
)
