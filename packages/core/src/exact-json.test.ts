import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatExactly, parseExactly } from './exact-json.js'

test.each([
  ['9007199254740993', '9007199254740993'],
  ['[-12345678901234567890, 9007199254740991]', ['-12345678901234567890', 9007199254740991]],
  [
    '{"a":12345678901234567890.5,"b":0.1234567890123456789}',
    { a: '12345678901234567890.5', b: 0.12345678901234568 },
  ],
  [
    '{"1234567890123456789":"1234567890123456789 \\" 12345678901234567"}',
    { '1234567890123456789': '1234567890123456789 " 12345678901234567' },
  ],
  ['[1e-12345678901234567,1]', [0, 1]],
])('reads %s with all digits', (json, expected) => {
  expect(parseExactly(json)).toEqual(expected)
})

test('formats JSON without changing its numbers', () => {
  expect(formatExactly('{"id":12345678901234567890,"s":"12345678901234567890"}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "s": "12345678901234567890"\n}',
  )
})

test('law: JSON without numbers above 2^53 reads as with JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), json => {
      fc.pre(!/\d{16}/.test(json.replace(/"(?:[^"\\]|\\.)*"/g, '')))
      expect(parseExactly(json)).toEqual(JSON.parse(json))
      expect(JSON.parse(formatExactly(json))).toEqual(JSON.parse(json))
    }),
  )
})

test.each(['{"a":1234567890123456789', '[1234567890123456789"]', ''])('refuses %j like JSON.parse', json => {
  expect(() => parseExactly(json)).toThrow(SyntaxError)
  expect(() => formatExactly(json)).toThrow(SyntaxError)
})
