import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints } from './code-points.js'
import { split } from './split.js'

const limit = 4000
const lengths = (parts: string[]) => parts.map(codePoints)

test.each([
  ['4000 letters', [4000], 'a'.repeat(4000)],
  ['4001 letters', [4000, 1], 'a'.repeat(4001)],
  ['4000 × é', [4000], 'é'.repeat(4000)],
  ['4000 emoji', [4000], '😀'.repeat(4000)],
  ['4001 emoji', [4000, 1], '😀'.repeat(4001)],
  ['8001 letters', [4000, 4000, 1], 'a'.repeat(8001)],
  ['no text', [0], ''],
  ['a newline in the final tenth', [3991, 80], `${'a'.repeat(3990)}\n${'b c '.repeat(20)}`],
  ['a newline before the final tenth', [4000, 91], `${'a'.repeat(3590)}\n${'b'.repeat(500)}`],
  ['a space in the final tenth', [3701, 500], `${'a'.repeat(3700)} ${'b'.repeat(500)}`],
  ['a combining mark at the limit', [3999, 3], `${'a'.repeat(3999)}e\u0301b`],
  ['CR LF at the limit', [3999, 3], `${'a'.repeat(3999)}\r\nb`],
  ['a family at the limit', [3998, 6], `${'a'.repeat(3998)}👨‍👩‍👧b`],
  ['a flag at the limit', [3999, 4], `${'a'.repeat(3999)}🇩🇪🇫🇷`],
  ['a grapheme of 5000 marks', [4000, 1001], `e${'\u0301'.repeat(5000)}`],
  ['a space that a mark sits on', [3701, 403], `${'a'.repeat(3700)} b \u0301${'c'.repeat(400)}`],
])('%s: parts of %j characters', (_, expected, text) => {
  expect(lengths(split(text as string, limit))).toEqual(expected)
})

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'word', ' ', '\n', '\r\n', 'e\u0301', 'é', '日') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('😀', '👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'क्षि', '각', '\u200d', '\u0600', ' \u0301'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
)
const texts = fc.array(unit, { maxLength: 60 }).map(units => units.join('').toWellFormed())
const small = fc.integer({ min: 1, max: 40 })

test('law: the parts joined are the text, and none is longer than the limit', () => {
  fc.assert(
    fc.property(texts, small, (text, most) => {
      const parts = split(text, most)
      expect(parts.join('')).toBe(text)
      expect(parts.every(part => codePoints(part) <= most && part.isWellFormed())).toBe(true)
      expect(parts.length === 1 || parts.every(part => part !== '')).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('law: cuts no grapheme that fits into a post', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  fc.assert(
    fc.property(texts, small, (text, most) => {
      const graphemes = [...segmenter.segment(text)]
      fc.pre(graphemes.every(({ segment }) => codePoints(segment) <= most))
      const boundaries = new Set(graphemes.map(({ index }) => index))
      let at = 0
      for (const part of split(text, most).slice(0, -1)) {
        at += part.length
        expect(boundaries).toContain(at)
      }
    }),
    { numRuns: 3000 },
  )
})

test('law: a part ends at the last newline of its final tenth, otherwise at the last space', () => {
  const plain = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n'), { maxLength: 200 })
    .map(units => units.join(''))
  fc.assert(
    fc.property(plain, fc.integer({ min: 10, max: 60 }), (text, most) => {
      let rest = text
      for (const part of split(text, most).slice(0, -1)) {
        const tail = rest.slice(most - Math.floor(most / 10), most)
        const wanted = tail.includes('\n') ? tail.lastIndexOf('\n') : tail.lastIndexOf(' ')
        expect(part.length).toBe(wanted < 0 ? most : most - Math.floor(most / 10) + wanted + 1)
        rest = rest.slice(part.length)
      }
    }),
    { numRuns: 3000 },
  )
})
