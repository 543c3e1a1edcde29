import { renderMarkdown } from '@posthorn/core'
import { expect, test } from 'vitest'
import { firstWords } from './first-words.js'

test.each([
  ['Build **12** is `done`', 'Build 12 is done'],
  ['# Title\nand text', 'Title and text'],
  ['a < b & c > "d" \'e\'', 'a < b & c > "d" \'e\''],
  ['* one\n* two', 'one two'],
  ['', ''],
])('of %j', (message, words) => {
  expect(firstWords(renderMarkdown(message))).toBe(words)
})

test('cuts long texts between characters, and drops a tag without an end', () => {
  expect(firstWords('👍'.repeat(500))).toBe('👍'.repeat(160))
  expect(firstWords('<p>text <a href="https://e.com/')).toBe('text')
})
