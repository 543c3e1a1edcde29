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

test.each(['<', '<www.a>', '<www.', '`', '< ', '<a|', '>'])(
  'a mebibyte of %j is foreseen in a fifth of what rendering an ordinary one takes',
  unit => {
    const text = unit.repeat(1_048_576 / unit.length)
    expect(cpuMs(() => growth(text))).toBeLessThan(ordinaryMs / 5)
  },
)
