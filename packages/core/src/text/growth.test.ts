import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs, mebibyteMs } from '../testing.js'
import { growth } from './growth.js'
import { translate } from './translate.js'

const ordinaryMs = mebibyteMs()

test.each([
  '<www.a>',
  '<WWW.example.org/a?b> and <www.b>',
  '<!channel> <www.a',
  '`<www.a>` <www.a>',
  '```\n<www.a>\n```\n<www.b>',
  '< <www.a> > <www. a> <www.> <www.a\n>',
  'nothing of it',
])('%j grows by what its translation is longer', text => {
  expect(growth(text)).toBe(translate(text).length - text.length)
})

const piece = fc.constantFrom('<', '>', 'www.', 'a', '|', ' ', '\n', '`', '<www.a>', '<!channel>', 'http://a')

test('law: a text becomes at least as long as foreseen', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const text = pieces.join('')
      expect(text.length + growth(text)).toBeLessThanOrEqual(translate(text).length)
    }),
    { numRuns: 2000 },
  )
})

const shrinking = fc.constantFrom('<www.a>', '<!channel>', '<!channel><!channel>', '`', '<', ' ', '\n')

test('law: what is more than enough is told as more than that and no more than it is, all else to the character', () => {
  fc.assert(
    fc.property(
      fc.array(shrinking, { maxLength: 40 }),
      fc.integer({ min: -20, max: 200 }),
      (pieces, enough) => {
        const text = pieces.join('')
        const whole = growth(text)
        const told = growth(text, enough)
        expect(told).toBeLessThanOrEqual(whole)
        expect(told > enough ? whole > enough : told === whole).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('what is more than enough is not counted to its end', () => {
  const text = '<www.a>'.repeat(150_000)
  expect(cpuMs(() => growth(text, 150_000))).toBeLessThan(cpuMs(() => growth(text)) / 2)
})

test.each(['<', '<www.a>', '<www.', '`', '< ', '<a|', '>'])(
  'a mebibyte of %j is foreseen in a fifth of what rendering an ordinary one takes',
  unit => {
    const text = unit.repeat(1_048_576 / unit.length)
    expect(cpuMs(() => growth(text))).toBeLessThan(ordinaryMs / 5)
  },
)
