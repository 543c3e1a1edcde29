import { expect, test } from 'vitest'
import type { AtConnections } from './connections.js'
import { verdict } from './finding.js'
import { shown } from './numbers.js'
import { findingsTable, ratiosTable } from './tables.js'

test('shows numbers with their significant digits', () => {
  expect([12345.6, 123.4, 12.34, 1.234, 0.123, -47, Number.NaN].map(shown)).toEqual([
    '12,346',
    '123',
    '12.3',
    '1.23',
    '0.12',
    '-47.0',
    '—',
  ])
})

test('a goal is reached at its limit, from above or from below', () => {
  const more = { atLeast: 0.8, stretch: 1 }
  expect([0.79, 0.8, 1].map(figure => verdict(figure, more))).toEqual([
    'missed',
    'reached',
    'stretch reached',
  ])
  const less = { atMost: 15, stretch: 8 }
  expect([15.1, 15, 8].map(figure => verdict(figure, less))).toEqual(['missed', 'reached', 'stretch reached'])
  expect(verdict(0, { atMost: 1 })).toBe('reached')
})

test('a figure with a comparison has its goal for the ratio', () => {
  const against = { what: 'the plain way', value: 2000 }
  const lines = findingsTable([
    { what: 'posted', value: 9000, unit: '/s', against, goal: { atLeast: 5, stretch: 8 } },
    { what: 'until readable', value: 12, unit: 'ms', goal: { atMost: 15 } },
  ]).split('\n')
  const cells = lines.map(line =>
    line
      .split('|')
      .map(cell => cell.trim())
      .slice(1, -1),
  )
  expect(cells[2]).toEqual(['posted', '9,000/s', '2,000/s: the plain way', '4.50 ×', '≥ 5 × / 8 ×', 'missed'])
  expect(cells[3]).toEqual(['until readable', '12.0 ms', '', '', '≤ 15 ms', 'reached'])
  expect(new Set(lines.map(line => [...line].length)).size).toBe(1)
})

test('each number of connections has its own goals', () => {
  const run = (postedPerSecond: number) => ({ postedPerSecond, acceptedPerSecond: 200, processorMs: 1 })
  const sides = { off: run(200), confirm: run(100), naive: run(100) }
  const all = [1, 256].map(connections => ({ connections, ...sides })) as AtConnections[]
  const rows = ratiosTable(all)
    .split('\n')
    .map(line => line.replaceAll(/ {2,}/g, ' '))
  expect(rows[2]).toBe('| sustained/s, `confirm` off | 2.00 reached | 2.00 missed |')
  expect(rows[3]).toBe('| goal | ≥ 1.2 | ≥ 3 |')
  expect(rows[4]).toBe('| sustained/s, `confirm` on | 1.00 | 1.00 |')
})
