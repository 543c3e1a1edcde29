import { expect, test } from 'vitest'
import { asTyped, excerptOf, searchedWords } from './excerpt.js'

const marked = (text: string, words: string[]) =>
  excerptOf(text, words)
    .map(piece => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Disk on db-2 is full', ['disk', 'full'], '[Disk] on db-2 is [full]'],
  ['a (b) c', ['(b)'], 'a [(b)] c'],
  ['nothing', [], 'nothing'],
  ['no match', ['x'], 'no match'],
])('marks in %j the words %j', (text, words, shown) => {
  expect(marked(text, words)).toBe(shown)
})

test('shows the part of a long text around the first match', () => {
  const shown = marked(`${'word '.repeat(100)}needle ${'word '.repeat(100)}`, ['needle'])
  expect(shown).toMatch(/^… (word )+\[needle\] (word )+/)
  expect(shown.length).toBeLessThan(180)
})

test('filters are not words to find', () => {
  expect(searchedWords('"disk full" from:ada in:builds deploy* #tag')).toEqual([
    'disk',
    'full',
    'deploy',
    'tag',
  ])
})

test.each([
  ['disk chec', 'disk chec*'],
  ['dis', 'dis'],
  ['"disk chec', '"disk chec'],
  ['"disk full"', '"disk full"'],
  ['disk from:lena', 'disk from:lena'],
  ['deploy*', 'deploy*'],
])('searches for %s as %s', (typed, terms) => {
  expect(asTyped(typed)).toBe(terms)
})
