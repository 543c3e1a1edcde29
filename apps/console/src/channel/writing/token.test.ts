import { expect, test } from 'vitest'
import { tokenAt } from './token.js'

test.each([
  [':ta', ':', 'ta'],
  ['done :white_ch', ':', 'white_ch'],
  [':+1', ':', '+1'],
  ['@', '@', ''],
  ['hello @ad', '@', 'ad'],
  ['(@ad', '@', 'ad'],
  ['see ~buil', '~', 'buil'],
  ['#rel', '#', 'rel'],
  ['`code` and @ad', '@', 'ad'],
  ['```\ncode\n```\n@ad', '@', 'ad'],
])('%j can be completed', (text, kind, term) => {
  const end = text.length
  expect(tokenAt(text, end)).toEqual({ kind, term, start: end - term.length - 1, end })
})

test.each([
  '',
  'hello',
  ':)',
  'at 10:30',
  'ada@exam',
  'https://e.com/#frag',
  '# heading',
  '`:tad',
  'x `a` `@ad',
  '```\n@ad',
  '@ada ',
])('%j has nothing to complete', text => {
  expect(tokenAt(text, text.length)).toBeUndefined()
})

test('completes at the caret, not at the end', () => {
  expect(tokenAt('@ad and more', 3)).toEqual({ kind: '@', term: 'ad', start: 0, end: 3 })
})
