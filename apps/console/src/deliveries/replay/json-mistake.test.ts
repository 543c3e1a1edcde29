import { expect, test } from 'vitest'
import { jsonMistake } from './json-mistake.js'

test.each([
  ['{"text": "hi"', 'Line 1, column 14: } or a comma was expected.'],
  ['{\n  "text": "hi",\n}', 'Line 3, column 1: a key in double quotes was expected.'],
  ["{'text': 1}", 'Line 1, column 2: a key in double quotes was expected.'],
  [
    '{"text": hi}',
    'Line 1, column 10: a text in double quotes, a number, true, false, null, [ or { was expected.',
  ],
  ['{"a": [1 2]}', 'Line 1, column 10: ] or a comma was expected.'],
  ['["text"]', 'Line 1, column 1: { was expected.'],
  ['{"text": "hi}', 'Line 1, column 10: the end of a text that begins here was expected.'],
])('in %j it is said where the mistake is', (text, words) => {
  expect(jsonMistake(text)).toBe(words)
})

test.each([
  '',
  ' \n',
  '{}',
  '{"a": [1, -2.5e3, null, {"b": "\\u00e4 \\" \n"}], "c": true}',
  '{"text": "hi"} and more',
])('in %j there is none', text => expect(jsonMistake(text)).toBeUndefined())
