import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfHtml } from './escape.js'
import { renderMarkdown } from './markdown.js'

test.each([
  ['**bold** and `code` & <b>', 'bold and code & <b>'],
  ['one\ntwo\n\nthree', 'one two three'],
  ['- a\n- b', 'a b'],
  ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a b 1 2'],
  ['"it\'s" [a link](https://e.example)', '"it\'s" a link'],
  ['&amp;lt;', '&lt;'],
  ['Build **12** is `done`', 'Build 12 is done'],
  ['# Title\nand text', 'Title and text'],
  ['a < b & c > "d" \'e\'', 'a < b & c > "d" \'e\''],
  ['* one\n* two', 'one two'],
  ['', ''],
])('reads %j as %j', (message, text) => {
  expect(textOfHtml(renderMarkdown(message), 200)).toBe(text)
})

test('cuts between characters', () => {
  expect(textOfHtml('<p>📯📯📯</p>', 2)).toBe('📯📯')
})

test('drops a tag without an end', () => {
  expect(textOfHtml('<p>text <a href="https://e.com/', 200)).toBe('text')
})

test('returns no tags, one line and at most the wanted length of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), message => {
      const text = textOfHtml(renderMarkdown(message), 50)
      expect(Array.from(text).length).toBeLessThanOrEqual(50)
      expect(text).not.toMatch(/\n/)
    }),
  )
})
