import { expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.js'

test.each([
  ['{"text": "hi"', 'Line 1, column 14: expected } or a comma.'],
  ['{\n  "text": "hi",\n}', 'Line 3, column 1: expected a key in double quotes.'],
  ["{'text': 1}", 'Line 1, column 2: expected a key in double quotes.'],
  [
    '{"text": hi}',
    'Line 1, column 10: expected a string in double quotes, a number, true, false, null, [ or {.',
  ],
  ['{"a": [1 2]}', 'Line 1, column 10: expected ] or a comma.'],
  ['["text"]', 'Line 1, column 1: expected {.'],
  ['{"text": "hi}', 'Line 1, column 10: expected the end of a string that begins here.'],
])('locates the mistake in %j', (text, words) => {
  expect(jsonMistake(text)).toBe(words)
})

test.each([
  '',
  ' \n',
  '{}',
  '{"a": [1, -2.5e3, null, {"b": "\\u00e4 \\" \n"}], "c": true}',
  '{"text": "hi"} and more',
])('finds no mistake in %j', text => expect(jsonMistake(text)).toBeUndefined())
