import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarked, renderPlain } from './markdown.js'

const letters = [
  'a',
  'B',
  '7',
  'é',
  '漢',
  '😀',
  'www',
  'mailto',
  'http',
  'e.com',
  'x1',
  'amp',
  'lt',
  '12',
  '1',
  ':x:',
  ':+1::skin-tone-2:',
]
const marks = [
  ...'\\`*_~<>|@#&!"\'[](){}=+-.,:;/?^%$',
  '](',
  ']:',
  '://',
  '- ',
  '1.',
  '2)',
  '&amp;',
  '&#',
  '```',
]
const spaces = [
  ' ',
  ' ',
  '  ',
  '\n',
  '\n',
  '\n\n',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u3000',
]
const anything = fc.array(fc.constantFrom(...letters, ...marks, ...spaces), { maxLength: 12 })
const mostlyPlain = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...letters, ' ', ' and ', '. ', ', ', ': ', '\n', '\n\n') },
    { weight: 1, arbitrary: fc.constantFrom(...marks, ...spaces) },
  ),
  { maxLength: 30 },
)

/** @returns how many of the texts were plain */
function check(texts: fc.Arbitrary<string[]>, numRuns: number): number {
  let plain = 0
  fc.assert(
    fc.property(texts, pieces => {
      const html = renderPlain(pieces.join(''))
      if (html === undefined) return
      plain++
      expect(html).toBe(renderMarked(pieces.join('')))
    }),
    { numRuns },
  )
  return plain
}

test('law: a text without markup renders like markdown, whatever its characters', () => {
  expect(check(anything, 20_000)).toBeGreaterThan(500)
  expect(check(mostlyPlain, 20_000)).toBeGreaterThan(2000)
})

test.each([
  'Build 4711 of main passed in 4m 12s: nothing failed.',
  '[ci] "deploy" -> production (eu-west-1) = done!\n3 hosts, 0 errors; took 12:30\n\nHave a look & tell us.',
  'CPU is at 93 % on db-3.internal, it was 41 % an hour ago',
  '障害が発生しました。確認してください',
  '\n\nlines before and behind\n\n\n',
])('%j is plain text', text => {
  expect(renderPlain(text)).toBe(renderMarked(text))
})

test.each([
  '*a*',
  'a_b',
  'see https://e.com',
  'www.e.com',
  '1. a',
  '- a',
  'a\n===',
  '> a',
  '@a',
  '#a',
  ' a',
  'a ',
])('parses %j as markdown', text => {
  expect(renderPlain(text)).toBeUndefined()
})
