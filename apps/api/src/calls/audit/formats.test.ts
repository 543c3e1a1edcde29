import { expect, test } from 'vitest'
import { csvLine } from './export.js'

test.each([
  ['plain', '"plain"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['a=1', '"a=1"'],
])('a cell of %j is %j, which no spreadsheet takes for a formula', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`)
})
