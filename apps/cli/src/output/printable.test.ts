import { expect, test } from 'vitest'
import { alignRows } from './output.js'
import { ago, printable, printableJson, printableLine } from './printable.js'

test.each([
  ['plain text, ünïcode, 日本語 and 🎉', 'plain text, ünïcode, 日本語 and 🎉'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['\u001b[31mred', '␛[31mred'],
  ['\r\u0008\u007f', '␍␈␡'],
  ['\u009b31m \u202eabc', '\ufffd31m \ufffdabc'],
])('makes %j safe for a terminal', (text, safe) => {
  expect(printable(text)).toBe(safe)
})

test('escapes control characters and direction marks in JSON, which means the same', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
  for (const value of [{ [all]: [all, '😀\u001b'] }, all]) {
    const safe = printableJson(JSON.stringify(value))
    expect(safe).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(safe)).toEqual(value)
  }
  expect(printableJson('{"a":"ü 日本語 🎉"}\n{"b":"\u009b\u202e"}\n')).toBe(
    '{"a":"ü 日本語 🎉"}\n{"b":"\\u009b\\u202e"}\n',
  )
})

test('puts text on one line', () => {
  expect(printableLine(' a\n\n b\u001b ')).toBe('a b␛')
})

test('aligns columns by their width on the screen', () => {
  const rows = [
    ['A', 'B'],
    ['日本', 'x'],
    ['e\u0301', ''],
  ]
  expect(alignRows(rows)).toEqual(['A     B', '日本  x', 'e\u0301'])
})

test('cuts the longest cells if the terminal is too narrow, but never within a character', () => {
  const lines = alignRows([['short', '👩‍👩‍👧'.repeat(20)]], 20)
  expect(lines).toEqual([`short  ${'👩‍👩‍👧'.repeat(6)}…`])
})

test.each([
  [0, 'never'],
  [999_000, '1 s ago'],
  [400_000, '10 min ago'],
])('says how long ago %i ms were', (ms, said) => {
  expect(ago(ms, 1_000_000)).toBe(said)
})
