import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includesText } from './includes-text.js'

const letters = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: most })

test('law: finds what the engine finds', () => {
  fc.assert(
    fc.property(letters(200), letters(40), letters(20), (text, wanted, end) => {
      expect(includesText(text, wanted)).toBe(text.includes(wanted))
      expect(includesText(text + wanted + end, wanted)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('law: finds a long part of a repetitive text', () => {
  const repeated = fc.tuple(letters(6), fc.nat(30)).map(([unit, times]) => unit.repeat(times))
  fc.assert(
    fc.property(repeated, letters(3), repeated, repeated, (before, mark, after, wanted) => {
      const text = before + mark + after
      expect(includesText(text, wanted)).toBe(text.includes(wanted))
      expect(includesText(text, text.slice(3))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
