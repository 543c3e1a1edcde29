import { userImport } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { readUserFile } from './import.js'

const { maxBytes, maxRows } = userImport

test('columns are found by their names in any order, quotes and a byte order mark are understood, with their line numbers', async () => {
  const csv =
    '\uFEFFEmail , username,First Name\r\n\r\na@x.example,ada,"Ada, Countess\nof Lovelace"\r\nb@x.example,bob,\r\n'
  expect(await readUserFile(csv)).toEqual({
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
])('rejects %.40j and says why', async (csv, why) => {
  expect(await readUserFile(csv)).toEqual({ outcome: 'bad_user_file', detail: expect.stringContaining(why) })
})

test('as many rows as are allowed are read', async () => {
  const read = await readUserFile(`username,email\n${'u,e\n'.repeat(maxRows)}`)
  expect(read.outcome === 'read' && read.rows).toHaveLength(maxRows)
})

test('characters of several bytes stay whole', async () => {
  const row = `ada,a@x.example,${'x'.repeat(50)}\u{1f4ef}\n`
  const read = await readUserFile(`username,email,nickname\n${row.repeat(1000)}`)
  const names = read.outcome === 'read' ? read.rows.map(({ cells }) => cells.nickname) : []
  expect([names.length, new Set(names)]).toEqual([1000, new Set([`${'x'.repeat(50)}\u{1f4ef}`])])
})

const hostile: [what: string, csv: string][] = [
  ['a first line of commas', ','.repeat(500_000)],
  ['a row of commas', `username,email\n${','.repeat(500_000)}`],
  ['semicolons', ';'.repeat(500_000)],
  ['empty lines', `username,email\n${'\n'.repeat(500_000)}`],
  ['spaces', `username,email\n${' '.repeat(500_000)}`],
  ['a quote that never ends', `username,email\n"${'""'.repeat(250_000)}`],
]

test.each(hostile)('others have their turns while %s are read', async (_what, csv) => {
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  await readUserFile(csv)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(5)
})
