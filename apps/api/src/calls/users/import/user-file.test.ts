import { userImport } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { readUserFile } from './user-file.js'

const { maxBytes, maxRows } = userImport

test('columns are found by their names in any order, quotes and a byte order mark are understood, with their line numbers', () => {
  const csv =
    '\uFEFFEmail , username,First Name\r\n\r\na@x.example,ada,"Ada, Countess\nof Lovelace"\r\nb@x.example,bob,\r\n'
  expect(readUserFile(csv)).toEqual({
    outcome: 'read',
    rows: [
      { line: 4, cells: { email: 'a@x.example', username: 'ada', first_name: 'Ada, Countess\nof Lovelace' } },
      { line: 5, cells: { email: 'b@x.example', username: 'bob', first_name: '' } },
    ],
  })
})

test.each([
  ['', 'lacks username and email'],
  ['username,first_name\nada,Ada', 'lacks email'],
  ['username,email,shoe_size\nada,a@x.example,38', 'Column 3 is unknown'],
  ['username,email,username\nada,a@x.example,ada', 'A column appears twice'],
  ['username,email\nada', 'on line 2'],
  ['username,email\n"ada,a@x.example', 'Quote Not Closed'],
  [`username,email\n${'u,e\n'.repeat(maxRows + 1)}`, `more than ${maxRows} rows`],
  ['x'.repeat(maxBytes + 1), `larger than ${maxBytes} bytes`],
])('rejects %.40j and says why', (csv, why) => {
  expect(readUserFile(csv)).toEqual({ outcome: 'bad_user_file', detail: expect.stringContaining(why) })
})

test('as many rows as are allowed are read', () => {
  const read = readUserFile(`username,email\n${'u,e\n'.repeat(maxRows)}`)
  expect(read.outcome === 'read' && read.rows).toHaveLength(maxRows)
})
